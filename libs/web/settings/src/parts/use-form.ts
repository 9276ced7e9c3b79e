import { type Fault, isApiError } from '@cubit/web-client';
import { focusFirstFault } from '@cubit/web-kit/forms';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from './use-list.js';

export interface FormState<Values> {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly replace: (values: Values) => void;
  readonly pending: boolean;
  /** The fault of a field, by its path in the body: `name`, `config/url`. */
  readonly fault: (path: string) => string | undefined;
  /** What is wrong where no field of the form is. */
  readonly message: string | undefined;
  readonly submit: () => void;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly dirty: boolean;
}

export interface FormOptions<Values> {
  readonly initial: Values;
  /** Sends the values; what it throws stands at the fields. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Keeps what is typed across a reload under this name. Not for forms with secrets. */
  readonly draft?: string;
  /** Paths that the form shows; faults of others make one message. */
  readonly shown: (path: string) => boolean;
}

/** Values of a form, the server's faults at their fields, and the first of them with the focus. */
export function useForm<Values extends object>({
  initial,
  send,
  draft,
  shown,
}: FormOptions<Values>): FormState<Values> {
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...draftOf<Values>(draft) }));
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [message, setMessage] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  useEffect(() => {
    if (faults.length > 0) focusFirstFault(form.current);
  }, [faults]);
  useEffect(() => {
    if (draft !== undefined && dirty) sessionStorage.setItem(draftKey(draft), JSON.stringify(values));
  }, [draft, dirty, values]);
  const run = async () => {
    setPending(true);
    setMessage(undefined);
    setFaults([]);
    try {
      await send(values);
      if (draft !== undefined) sessionStorage.removeItem(draftKey(draft));
    } catch (error) {
      const found = isApiError(error) ? error.details : [];
      setFaults(found.filter(({ path }) => shown(path.slice(1))));
      const rest = found.filter(({ path }) => !shown(path.slice(1)));
      if (rest.length > 0) setMessage(rest.map(({ message: text }) => sentence(text)).join(' '));
      else if (found.length === 0) setMessage(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return {
    ...{ values, pending, message, form, dirty, replace: setValues },
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    fault: (path) => {
      const fault = faults.find((one) => one.path === `/${path}`);
      return fault && sentence(fault.message);
    },
    submit: () => void (pending || run()),
  };
}

const draftKey = (draft: string) => `cubit-draft:${draft}`;

function draftOf<Values>(draft: string | undefined): Partial<Values> {
  if (draft === undefined) return {};
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(draft)) ?? '{}') as Partial<Values>;
  } catch {
    return {};
  }
}

/** The server's `must not be empty.` as a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
