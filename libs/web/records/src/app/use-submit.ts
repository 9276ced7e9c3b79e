import { focusFirstFault } from '@cubit/web-kit/forms';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Faults, splitError, type SplitOptions } from './refusal.js';

export interface SubmitOptions extends Pick<SplitOptions, 'base' | 'shown' | 'titles'> {
  readonly send: () => Promise<unknown>;
  /** What the browser sees without the server. Where there is a fault, nothing is sent. */
  readonly check?: () => Faults;
  /** Where a fault of the body stands in the form. */
  readonly place?: () => (path: string) => string;
}

export interface Submission {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: Faults;
  /** What is wrong where no field of the form is. */
  readonly message: { readonly text: string; readonly requestId: string | undefined } | undefined;
  readonly pending: boolean;
  readonly submit: () => void;
}

/** Checks, sends and shows what is refused: at its field, the first with the focus, else above the form. */
export function useSubmit({ send, check, place, ...options }: SubmitOptions): Submission {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [message, setMessage] = useState<Submission['message']>();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFirstFault(form.current);
  }, [faults]);
  const run = async () => {
    const found = check?.() ?? {};
    setMessage(undefined);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    try {
      await send();
    } catch (error) {
      const { at, message: text, requestId } = splitError(error, { ...options, place: place?.() });
      setFaults(at);
      setMessage(text === undefined ? undefined : { text, requestId });
    } finally {
      setPending(false);
    }
  };
  return { form, faults, message, pending, submit: () => void (pending || run()) };
}
