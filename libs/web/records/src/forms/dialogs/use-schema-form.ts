import { randomKey } from '@cubit/web-client';
import { useRef } from 'react';
import { type Submission, useSubmit } from '../../app/use-submit.js';
import { applies, type Values } from '../model/condition.js';
import { encode } from '../model/encode.js';
import { checkValues } from '../model/faults.js';
import type { FormField } from '../model/form-field.js';

export interface SchemaFormOptions {
  readonly fields: readonly FormField[];
  readonly values: Values;
  /** Where the values stand in the body: `/fields`. */
  readonly base: string;
  readonly about?: Values;
  /** Sends the values; the key is the same on each try of the same values. */
  readonly send: (encoded: Values, key: string) => Promise<unknown>;
}

/** Checks the values of a form by its schema, and sends them as the API takes them. */
export function useSchemaForm({ fields, values, base, about, send }: SchemaFormOptions): Submission {
  const key = useRef({ key: randomKey(), of: values });
  const keyOf = () => {
    if (key.current.of !== values) key.current = { key: randomKey(), of: values };
    return key.current.key;
  };
  const known = { ...about, ...values };
  const asked = () => fields.filter(({ ui }) => ui.visible === undefined || applies(ui.visible, known));
  return useSubmit({
    base,
    shown: fields.map(({ name }) => name),
    titles: Object.fromEntries(fields.map(({ name, title }) => [name, title])),
    check: () => checkValues(asked(), values),
    send: () => send(encode(asked(), values).value, keyOf()),
    place: () => encode(asked(), values).place,
  });
}
