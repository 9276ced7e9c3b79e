import { FieldFrame, type FieldProps, useField } from './Field.js';
import controls from './control.module.css';
import styles from './ColorField.module.css';

export interface ColorFieldProps extends FieldProps {
  /** `#1e88e5`; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const HEX = /^#[\da-f]{6}$/i;

/** A colour: its code as text, and the browser's picker. */
export function ColorField(props: ColorFieldProps) {
  const { value, onChange } = props;
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={controls.control}>
        <input
          className={styles.swatch}
          type="color"
          aria-label={`Choose ${props.label}`}
          value={HEX.test(value) ? value : '#808080'}
          disabled={props.disabled === true || props.readOnly === true}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          {...ids.control}
          className={controls.input}
          value={value}
          placeholder="#rrggbb"
          spellCheck={false}
          autoComplete="off"
          maxLength={9}
          readOnly={props.readOnly}
          onChange={(event) => onChange(event.target.value.trim())}
          onBlur={props.onBlur}
        />
      </div>
    </FieldFrame>
  );
}
