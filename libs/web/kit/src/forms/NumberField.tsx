import { DecimalInput, type DecimalInputProps } from './DecimalInput.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface NumberFieldProps
  extends
    FieldProps,
    Pick<
      DecimalInputProps,
      'value' | 'onChange' | 'step' | 'min' | 'max' | 'integer' | 'placeholder' | 'onEnter' | 'ref'
    > {
  /** Shown behind the number. */
  readonly unit?: string;
}

/** A number as exact digits, with its unit. */
export function NumberField({ ref, ...props }: NumberFieldProps) {
  const { unit, value, onChange, step, min, max, integer, placeholder, onEnter } = props;
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        <DecimalInput
          control={ids.control}
          readOnly={props.readOnly}
          onBlur={props.onBlur}
          ref={ref}
          {...{ value, onChange, step, min, max, integer, placeholder, onEnter }}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
    </FieldFrame>
  );
}
