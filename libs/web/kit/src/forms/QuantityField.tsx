import { DecimalInput } from './DecimalInput.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface Quantity {
  /** Digits as text. */
  readonly value: string;
  readonly unit: string;
}

export interface QuantityFieldProps extends FieldProps {
  readonly value: Quantity;
  readonly onChange: (value: Quantity) => void;
  /** Units to choose from. */
  readonly units: readonly string[];
  readonly step?: string;
  readonly min?: string;
  readonly onEnter?: () => void;
}

/** A number and a unit that can be chosen. A unit that is fixed goes to `NumberField`. */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onChange, units } = props;
  const ids = useField(props);
  const choices = units.includes(value.unit) || value.unit === '' ? units : [value.unit, ...units];
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        <DecimalInput
          control={ids.control}
          value={value.value}
          onChange={(digits) => onChange({ ...value, value: digits })}
          step={props.step}
          min={props.min}
          readOnly={props.readOnly}
          onBlur={props.onBlur}
          onEnter={props.onEnter}
        />
        <select
          className={styles.choice}
          aria-label={`Unit of ${props.label}`}
          value={value.unit}
          disabled={props.disabled === true || props.readOnly === true}
          onChange={(event) => onChange({ ...value, unit: event.target.value })}
        >
          {choices.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
