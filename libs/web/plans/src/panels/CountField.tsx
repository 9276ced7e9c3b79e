import { TextField } from '@cubit/web-kit/forms';
import { type Ref, useState } from 'react';

export interface CountFieldProps {
  readonly label: string;
  readonly value: number;
  /** Each whole number within the limits, while it is typed. */
  readonly onChange: (count: number) => void;
  readonly most: number;
  readonly onEnter?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A whole number from 1. */
export function CountField({ label, value, onChange, most, onEnter, ref }: CountFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isRight = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  const change = (text: string) => {
    setTyped(text);
    if (isRight(text)) onChange(Number(text));
  };
  return (
    <TextField
      label={label}
      ref={ref}
      value={typed ?? String(value)}
      onChange={change}
      error={typed === undefined || isRight(typed) ? undefined : `From 1 to ${most}.`}
      onBlur={() => setTyped(undefined)}
      onEnter={onEnter && (() => onEnter())}
    />
  );
}
