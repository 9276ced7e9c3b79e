import type { RefObject } from 'react';
import { cx } from '../cx.js';
import { type FieldProps, FieldWords, useField } from './Field.js';
import { FieldHelp } from './FieldHelp.js';
import styles from './toggle.module.css';

export interface ToggleProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

interface ToggleFieldProps extends ToggleProps {
  readonly look: 'checkbox' | 'switch';
  readonly boxRef?: RefObject<HTMLInputElement | null>;
}

/** A box with its label beside it. */
export function ToggleField({ look, boxRef, ...props }: ToggleFieldProps) {
  const { label, value, onChange, hideLabel = false, name } = props;
  const ids = useField(props);
  return (
    <div className={styles.field} data-drive={name === undefined ? undefined : `field:${name}`}>
      <FieldHelp ids={ids} description={props.description}>
        <label className={styles.line}>
          <input
            {...ids.control}
            ref={boxRef}
            className={cx(styles.box, styles[look])}
            type="checkbox"
            role={look === 'switch' ? 'switch' : undefined}
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
