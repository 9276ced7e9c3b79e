import { TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { focusCanvas } from '../view/editor-context.js';

export interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  /** Each valid name, while it is typed. */
  readonly onChange: (name: string) => void;
  /** May be empty, which gives ''. */
  readonly optional?: boolean;
  /** Enter leads back to the drawing. */
  readonly leadsBack?: boolean;
}

export const LONGEST_NAME = 200;

/** A name of the document: 1 to 200 characters. */
export function NameField({ label, value, onChange, optional = false, leadsBack = false }: NameFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isEmpty = typed?.trim() === '' && !optional;
  const change = (text: string) => {
    setTyped(text);
    if (text.trim() !== '' || optional) onChange(text);
  };
  return (
    <TextField
      label={label}
      value={isEmpty ? '' : value}
      onChange={change}
      maxLength={LONGEST_NAME}
      error={isEmpty ? 'A name is needed.' : undefined}
      onBlur={() => setTyped(undefined)}
      onEnter={leadsBack ? focusCanvas : undefined}
    />
  );
}
