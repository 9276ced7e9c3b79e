import { focusFirstFault } from '@cubit/web-kit/forms';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkValues, type Faults, splitError } from '../model/faults.js';
import { encode } from '../model/encode.js';
import { applies, type Values } from '../model/condition.js';
import type { FormField } from '../model/form-field.js';
import { randomKey } from '@cubit/web-client';

export interface FormOptions {
  readonly fields: readonly FormField[];
  readonly values: Values;
  /** Where the values stand in the body: `/fields`. */
  readonly base: string;
  readonly about?: Values;
  /** Sends the values; the key is the same on each try of the same values. */
  readonly send: (encoded: Values, key: string) => Promise<unknown>;
}

/** Checks, sends and shows what is refused: at its field, the first with the focus, else above the form. */
export function useForm({ fields, values, base, about, send }: FormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [message, setMessage] = useState<{ readonly text: string; readonly requestId?: string | undefined }>();
  const [pending, setPending] = useState(false);
  const key = useRef({ key: randomKey(), of: values });
  const focusFault = useEffectEvent(() => focusFirstFault(form.current));
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFault();
  }, [faults]);
  const keyOf = () => {
    if (key.current.of !== values) key.current = { key: randomKey(), of: values };
    return key.current.key;
  };
  const submit = async () => {
    if (pending) return;
    const known = { ...about, ...values };
    const asked = fields.filter(({ ui }) => ui.visible === undefined || applies(ui.visible, known));
    const found = checkValues(asked, values);
    setMessage(undefined);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { value, place } = encode(asked, values);
    setPending(true);
    try {
      await send(value, keyOf());
    } catch (error) {
      const {
        at,
        message: text,
        requestId,
      } = splitError(error, { base, names: fields.map(({ name }) => name), place });
      setFaults(at);
      setMessage(text === undefined ? undefined : { text, requestId });
    } finally {
      setPending(false);
    }
  };
  return { form, faults, message, pending, submit: () => void submit() };
}
