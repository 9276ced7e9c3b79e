import { type Faults, type Submission, useSubmit } from '@cubit/web-records/changes';
import { useEffect, useState } from 'react';

export interface FormState<Values> extends Pick<Submission, 'form' | 'pending' | 'submit'> {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly replace: (values: Values) => void;
  /** The fault of a field, by its path in the body: `name`, `config/url`. */
  readonly fault: (path: string) => string | undefined;
  /** All faults, by pointers: `/config/url`. */
  readonly faults: Faults;
  /** What is wrong where no field of the form is. */
  readonly message: string | undefined;
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
  /** Faults that need no server. Where there is one, nothing is sent. */
  readonly check?: (values: Values) => Faults;
}

/** Values of a form, the server's faults at their fields, and the first of them with the focus. */
export function useForm<Values extends object>({
  initial,
  send,
  draft,
  shown,
  check,
}: FormOptions<Values>): FormState<Values> {
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...draftOf<Values>(draft) }));
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  useEffect(() => {
    if (draft !== undefined && dirty) sessionStorage.setItem(draftKey(draft), JSON.stringify(values));
  }, [draft, dirty, values]);
  const { faults, message, ...submission } = useSubmit({
    shown: (path) => shown(path.slice(1)),
    check: () => check?.(values) ?? {},
    send: async () => {
      await send(values);
      if (draft !== undefined) sessionStorage.removeItem(draftKey(draft));
    },
  });
  return {
    ...submission,
    ...{ values, dirty, faults, replace: setValues, message: message?.text },
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    fault: (path) => faults[`/${path}`],
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
