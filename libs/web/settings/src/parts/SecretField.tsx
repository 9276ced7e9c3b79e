import { Button } from '@cubit/web-kit';
import { TextField } from '@cubit/web-kit/forms';
import type { FormField } from '@cubit/web-records/forms';
import { useState } from 'react';

export interface SecretFieldProps {
  readonly field: Pick<FormField, 'name' | 'title' | 'description'>;
  /** The answer of the API, a text that replaces it, or null to clear it. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
}

/** A text that is written and never shown: whether it is set, and a new one in its place. */
export function SecretField({ field: { name, title, description }, value, onChange, error }: SecretFieldProps) {
  const [stored] = useState(value);
  const isSet = (stored as { readonly set: boolean }).set;
  const [state, act, acted] =
    value === null
      ? ['Will be cleared.', 'Keep', stored]
      : [isSet ? 'Set. A new text replaces it.' : 'Not set.', 'Clear', null];
  return (
    <TextField
      label={title}
      name={name}
      type="password"
      autoComplete="new-password"
      description={`${state} ${description ?? ''}`}
      error={error}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text || stored)}
      after={
        isSet && (
          <Button size="small" label={`${act} ${title}`} onPress={() => onChange(acted)}>
            {act}
          </Button>
        )
      }
    />
  );
}
