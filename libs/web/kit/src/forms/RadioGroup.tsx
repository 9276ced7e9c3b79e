import { cx } from '../cx.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './toggle.module.css';

export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

export interface RadioGroupProps extends FieldProps {
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
  readonly choices: readonly Choice[];
  /** Beside each other. */
  readonly inline?: boolean;
}

export function RadioGroup(props: RadioGroupProps) {
  const { value, onChange, choices, inline = false } = props;
  const ids = useField(props);
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } = ids.control;
  return (
    <FieldFrame ids={ids} group {...props}>
      <div
        id={id}
        role="radiogroup"
        aria-labelledby={ids.labelId}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={required}
        className={cx(styles.group, inline && styles.inline)}
      >
        {choices.map((choice, index) => (
          <label key={choice.id} className={styles.line}>
            <input
              className={cx(styles.box, styles.radio)}
              type="radio"
              name={id}
              value={choice.id}
              checked={value === choice.id}
              aria-invalid={invalid}
              aria-describedby={describedBy}
              autoFocus={index === 0 ? props.autoFocus : undefined}
              disabled={props.disabled === true || props.readOnly === true}
              onChange={() => onChange(choice.id)}
              onBlur={props.onBlur}
            />
            <span className={styles.text}>
              {choice.title}
              {choice.description !== undefined && <span className={styles.hint}>{choice.description}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
