import { type FieldProps, FieldWords, useField } from './Field.js';
import { FieldHelp } from './FieldHelp.js';
import { cx } from '../cx.js';
import styles from './toggle.module.css';

export interface SwitchProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A setting that applies at once. */
export function Switch(props: SwitchProps) {
  const { label, value, onChange, hideLabel = false, name } = props;
  const ids = useField(props);
  return (
    <div className={styles.field} data-drive={name === undefined ? undefined : `field:${name}`}>
      <FieldHelp ids={ids} description={props.description}>
        <label className={styles.line}>
          <input
            {...ids.control}
            className={cx(styles.box, styles.switch)}
            type="checkbox"
            role="switch"
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
