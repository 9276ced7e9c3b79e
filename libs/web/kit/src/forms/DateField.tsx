import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface DateFieldProps extends FieldProps {
  /** `2026-01-31`; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: string;
  readonly max?: string;
}

/** A day, in the browser's own calendar: phones show theirs. */
export function DateField(props: DateFieldProps) {
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        <input
          {...ids.control}
          className={styles.input}
          type="date"
          value={props.value}
          min={props.min}
          max={props.max ?? '9999-12-31'}
          readOnly={props.readOnly}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
        />
      </div>
    </FieldFrame>
  );
}
