import { IconButton } from '@cubit/web-kit';
import { Checkbox, FieldFrame, TextField, useField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { faultAt } from '../model/faults.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import styles from './controls.module.css';

interface Item {
  readonly text: string;
  readonly done: boolean;
}

/** Things to tick off. Enter adds the next. */
export function ChecklistControl(control: ControlProps) {
  const { value, onChange, field, path, faults } = control;
  const items = Array.isArray(value) ? (value as readonly Item[]) : [];
  const own = fieldProps(control);
  const ids = useField(own);
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() === '') return;
    onChange([...items, { text: text.trim(), done: false }]);
    setText('');
  };
  const change = (index: number, item: Item) => onChange(items.with(index, item));
  return (
    <FieldFrame ids={ids} group {...own}>
      <div role="group" aria-labelledby={ids.labelId} className={styles.checklist}>
        {items.map((item, index) => (
          <div key={index} className={styles.checkItem}>
            <Checkbox
              label={`Done: ${item.text}`}
              hideLabel
              value={item.done}
              onChange={(done) => change(index, { ...item, done })}
            />
            <TextField
              label={`Item ${index + 1}`}
              hideLabel
              value={item.text}
              error={faultAt(faults, `${path}/${index}`, true)}
              onChange={(next) => change(index, { ...item, text: next })}
            />
            <IconButton
              icon="x"
              size="small"
              label={`Remove ${item.text}`}
              onPress={() => onChange(items.toSpliced(index, 1))}
            />
          </div>
        ))}
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || text.trim() === '') return;
            event.preventDefault();
            add();
          }}
        >
          <TextField
            label={`Add to ${field.title}`}
            hideLabel
            placeholder="Add an item"
            value={text}
            onChange={setText}
            onBlur={add}
          />
        </div>
      </div>
    </FieldFrame>
  );
}
