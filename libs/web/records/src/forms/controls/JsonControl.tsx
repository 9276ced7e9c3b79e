import { CodeTextArea } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { isUnparsed } from '../model/encode.js';
import { same } from '../model/merge-patch.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';

/** A value without a form of its own. A text that does not parse is kept as it was typed. */
export function JsonControl(control: ControlProps) {
  const { value, onChange } = control;
  const [typed, setTyped] = useState(() => textOf(value));
  const shown = same(parsed(typed), value ?? null) ? typed : textOf(value);
  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? undefined : parsed(text));
  };
  return (
    <CodeTextArea
      {...fieldProps(control)}
      rows={control.density === 'grid' ? 1 : 5}
      placeholder={control.field.ui.placeholder}
      value={shown}
      onChange={type}
    />
  );
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { $unparsed: text };
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isUnparsed(value) ? value.$unparsed : JSON.stringify(value, null, 2);
}
