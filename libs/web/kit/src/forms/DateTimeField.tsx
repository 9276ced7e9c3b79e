import { useState } from 'react';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import { fromLocalText, toLocalText } from './local-time.js';
import styles from './control.module.css';

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
