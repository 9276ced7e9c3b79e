import { type KeyboardEvent, useState } from 'react';
import { SCAN_TARGET } from '../keys/scan-target.js';
import { Tag } from '../values/Tag.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import controls from './control.module.css';
import styles from './TagField.module.css';

export interface TagFieldProps extends Omit<FieldProps, 'label'> {
  /** "Tags" by default. */
  readonly label?: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Tags that exist. */
  readonly suggestions?: readonly string[];
  readonly placeholder?: string;
  /** Takes what a USB scanner types itself. */
  readonly scanTarget?: boolean;
}

/** Several words. Enter or a comma adds, Backspace in the empty input removes the last. */
export function TagField({ label = 'Tags', ...props }: TagFieldProps) {
  const { value, onChange, suggestions = [] } = props;
  const ids = useField({ label, ...props });
  const [text, setText] = useState('');
  const add = () => {
    const tag = text.trim();
    setText('');
    if (tag !== '' && !value.includes(tag)) onChange([...value, tag]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  const locked = props.readOnly === true || props.disabled === true;
  const listId = `${ids.control.id}-list`;
  return (
    <FieldFrame ids={ids} label={label} {...props}>
      <div className={`${controls.control} ${styles.tags}`}>
        {value.map((tag) => (
          <Tag key={tag} onRemove={locked ? undefined : () => onChange(value.filter((other) => other !== tag))}>
            {tag}
          </Tag>
        ))}
        <input
          {...ids.control}
          {...(props.scanTarget === true ? { [SCAN_TARGET]: '' } : {})}
          className={`${controls.input} ${styles.input}`}
          list={listId}
          value={text}
          readOnly={props.readOnly}
          placeholder={value.length === 0 && !locked ? (props.placeholder ?? 'Add a tag') : undefined}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            add();
            props.onBlur?.();
          }}
        />
        <datalist id={listId}>
          {suggestions
            .filter((tag) => !value.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
    </FieldFrame>
  );
}
