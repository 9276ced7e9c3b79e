import { isApiError } from '@cubit/web-client';
import { useState } from 'react';

export interface Submission {
  readonly pending: boolean;
  /** What is wrong with one field, by its name in the body. */
  readonly faults: Readonly<Record<string, string>>;
  /** What is wrong, if no field is. */
  readonly message: string | undefined;
  readonly onSubmit: () => void;
}

/** Sends a form; the server's faults stand at the fields that `fields` names. */
export function useSubmit(fields: readonly string[], send: () => Promise<void>): Submission {
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState<string>();
  const run = async () => {
    setPending(true);
    setMessage(undefined);
    setFaults({});
    try {
      await send();
    } catch (error) {
      const found = isApiError(error) ? error.details.map(({ path, message: text }) => [path.slice(1), text]) : [];
      const known = found.filter(([name]) => fields.includes(name ?? ''));
      setFaults(Object.fromEntries(known.map(([name, text]) => [name, sentence(text ?? '')])));
      if (known.length === 0) setMessage(error instanceof Error ? error.message : String(error));
    } finally {
      setPending(false);
    }
  };
  return {
    ...{ pending, faults, message },
    onSubmit: () => void run(),
  };
}

/** The server's `must not be empty.` as a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
