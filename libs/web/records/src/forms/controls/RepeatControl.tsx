import { Select, TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import styles from './controls.module.css';

const USUAL = [
  { id: 'FREQ=DAILY', title: 'Every day' },
  { id: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', title: 'Every working day' },
  { id: 'FREQ=WEEKLY', title: 'Every week' },
  { id: 'FREQ=WEEKLY;INTERVAL=2', title: 'Every two weeks' },
  { id: 'FREQ=MONTHLY', title: 'Every month' },
  { id: 'FREQ=YEARLY', title: 'Every year' },
];
const OTHER = 'other';

/** How often something repeats: the usual, or a rule of RFC 5545. */
export function RepeatControl(control: ControlProps) {
  const { value, onChange } = control;
  const rule = typeof value === 'string' ? value : undefined;
  const isUsual = rule === undefined || USUAL.some(({ id }) => id === rule);
  const [asksRule, setAsksRule] = useState(!isUsual);
  const own = fieldProps(control);
  const choose = (id: string | undefined) => {
    setAsksRule(id === OTHER);
    onChange(id === OTHER ? rule : id);
  };
  return (
    <div className={styles.many}>
      <Select
        {...own}
        error={asksRule ? undefined : own.error}
        placeholder="Does not repeat"
        value={asksRule ? OTHER : rule}
        onChange={choose}
        choices={[...USUAL, { id: OTHER, title: 'Other rule…' }]}
      />
      {asksRule && (
        <TextField
          label={`Rule of ${control.field.title}`}
          error={own.error}
          mono
          placeholder="FREQ=MONTHLY;BYDAY=1MO"
          value={rule ?? ''}
          onChange={(text) => onChange(text === '' ? undefined : text)}
        />
      )}
    </div>
  );
}
