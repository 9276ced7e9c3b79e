import { TextField } from '@cubit/web-kit/forms';
import type { FormState } from './use-form.js';

interface NameFieldProps {
  readonly state: Pick<FormState<{ readonly name: string }>, 'values' | 'fault'> & {
    readonly set: (name: 'name', value: string) => void;
  };
  readonly placeholder?: string;
}

/** The name of what a dialog creates or changes: its first field. */
export function NameField({ state: { values, set, fault }, placeholder }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      name="name"
      required
      autoFocus
      {...(placeholder !== undefined && { placeholder })}
      value={values.name}
      onChange={(name) => set('name', name)}
      error={fault('name')}
    />
  );
}
