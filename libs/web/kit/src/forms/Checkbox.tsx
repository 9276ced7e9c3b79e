import { useEffect, useRef } from 'react';
import { cx } from '../cx.js';
import { type FieldProps, FieldWords, useField } from './Field.js';
import { FieldHelp } from './FieldHelp.js';
import styles from './toggle.module.css';

export interface CheckboxProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  /** Some of what it stands for is checked. */
  readonly mixed?: boolean;
}

export function Checkbox(props: CheckboxProps) {
  const { label, value, onChange, mixed = false, hideLabel = false, name } = props;
  const ids = useField(props);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <div className={styles.field} data-drive={name === undefined ? undefined : `field:${name}`}>
      <FieldHelp ids={ids} description={props.description}>
        <label className={styles.line}>
          <input
            {...ids.control}
            ref={ref}
            className={cx(styles.box, styles.checkbox)}
            type="checkbox"
            checked={value}
            aria-label={hideLabel ? label : undefined}
            disabled={props.disabled === true || props.readOnly === true}
            onChange={(event) => onChange(event.target.checked)}
            onBlur={props.onBlur}
          />
          {!hideLabel && <span className={styles.text}>{label}</span>}
        </label>
      </FieldHelp>
      <FieldWords ids={ids} {...props} />
    </div>
  );
}
