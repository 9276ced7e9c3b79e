import { type KeyboardEvent, type Ref, useState } from 'react';
import { cx } from '../cx.js';
import { addDecimals, compareDecimals, type DecimalText, isDecimalText, parseDecimal } from '../values/decimal-text.js';
import type { ControlAttributes } from './Field.js';
import styles from './control.module.css';

export interface DecimalInputProps {
  readonly control: ControlAttributes;
  /** Digits as text; empty where there is no number. */
  readonly value: DecimalText | '';
  /** Gets digits, or the text as it was typed where it is no number, so that nothing is lost and the caller can refuse it. */
  readonly onChange: (value: string) => void;
  /** What arrow up adds: 1. */
  readonly step?: DecimalText;
  readonly min?: DecimalText;
  readonly max?: DecimalText;
  readonly integer?: boolean;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
  readonly label?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A number as text: a float would lose digits, and `type=number` loses what it cannot parse. Arrow keys step. */
export function DecimalInput({ ref, ...props }: DecimalInputProps) {
  const { value, onChange, step = '1', min, max, integer = false, readOnly = false } = props;
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? '' : (parseDecimal(text) ?? text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') props.onEnter?.();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || readOnly || event.altKey || !(value === '' || isDecimalText(value))) return;
    event.preventDefault();
    const next = addDecimals(value === '' ? '0' : value, direction === 1 ? step : `-${step}`);
    if ((max !== undefined && compareDecimals(next, max) > 0) || (min !== undefined && compareDecimals(next, min) < 0))
      return;
    setTyped(undefined);
    onChange(next);
  };
  const onBlur = () => {
    setTyped(undefined);
    props.onBlur?.();
  };
  return (
    <input
      {...props.control}
      ref={ref}
      className={cx(styles.input, styles.number)}
      type="text"
      role="spinbutton"
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      aria-label={props.label}
      aria-valuenow={isDecimalText(value) ? Number(value) : undefined}
      aria-valuetext={value === '' ? undefined : value}
      aria-valuemin={min === undefined ? undefined : Number(min)}
      aria-valuemax={max === undefined ? undefined : Number(max)}
      value={typed !== undefined && (parseDecimal(typed) ?? typed) === value ? typed : value}
      readOnly={readOnly}
      placeholder={props.placeholder}
      onChange={(event) => change(event.target.value)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  );
}
