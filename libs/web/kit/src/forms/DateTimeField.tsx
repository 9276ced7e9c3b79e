import { useState } from 'react';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

const two = (value: number): string => String(value).padStart(2, '0');

export interface DateTimeFieldProps extends FieldProps {
  /** RFC 3339 with any offset; empty for none. */
  readonly value: string;
  /** Gets UTC. */
  readonly onChange: (value: string) => void;
}

/** An instant, shown in the time zone of the browser. */
export function DateTimeField(props: DateTimeFieldProps) {
  const ids = useField(props);
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        <input
          {...ids.control}
          className={styles.input}
          type="datetime-local"
          value={toLocalText(props.value)}
          max="9999-12-31T23:59"
          readOnly={props.readOnly}
          onChange={(event) => props.onChange(fromLocalText(event.target.value))}
          onBlur={props.onBlur}
        />
        <span className={styles.unit} title={`Times are shown in ${zone}`}>
          {zone.split('/').at(-1)?.replaceAll('_', ' ')}
        </span>
      </div>
    </FieldFrame>
  );
}

/** `2026-01-31T14:05` in the time zone of the browser, as an input wants it. Empty for what is no time. */
function toLocalText(at: string): string {
  const date = new Date(at);
  if (at === '' || Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant of a text of an input, in UTC. */
function fromLocalText(text: string): string {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
