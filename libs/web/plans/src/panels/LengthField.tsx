import { TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { formatLength, parseLength } from '../model/lengths.js';
import type { Unit } from '../model/plan.js';
import { useEditor } from '../view/editor-context.js';
import styles from './panels.module.css';

export interface LengthFieldProps {
  readonly label: string;
  /** Millimetres; undefined where there is no value. */
  readonly value: number | undefined;
  readonly onCommit: (mm: number | undefined) => void;
  /** The smallest length in millimetres. Default: there is none. */
  readonly least?: number;
  /** May be empty. */
  readonly optional?: boolean;
  readonly autoFocus?: boolean;
}

/** A length in the unit of the plan: `1.2 m` is read in any unit. Stored by Enter and when the field is left. */
export function LengthField(props: LengthFieldProps) {
  const { unit } = useEditor();
  return <LengthInput {...props} unit={unit} />;
}

export interface LengthInputProps extends LengthFieldProps {
  readonly unit: Unit;
}

export function LengthInput({ label, value, onCommit, unit, least = -Infinity, ...props }: LengthInputProps) {
  const { optional = false, autoFocus } = props;
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const commit = () => {
    if (typed === undefined) return;
    if (optional && typed.trim() === '') {
      setTyped(undefined);
      setFault(undefined);
      if (value !== undefined) onCommit(undefined);
      return;
    }
    const mm = parseLength(typed, unit);
    if (mm === null) return setFault(`Write a length, such as ${formatLength(1_200, unit)} or 1.2 m.`);
    if (mm < least) return setFault(`At least ${formatLength(least, unit)} ${unit}.`);
    setTyped(undefined);
    setFault(undefined);
    if (mm !== value) onCommit(mm);
  };
  return (
    <TextField
      label={label}
      value={typed ?? (value === undefined ? '' : formatLength(value, unit))}
      onChange={setTyped}
      onBlur={commit}
      onEnter={commit}
      error={fault}
      autoFocus={autoFocus}
      after={<span className={styles.unit}>{unit}</span>}
    />
  );
}
