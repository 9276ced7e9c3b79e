import { useOptionalWorkspace } from '@cubit/web-records';
import { type Draft, type Faults, type Submission, useDraft, useSubmit } from '@cubit/web-records/changes';

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
  /** What the form says about a draft that it began with. */
  readonly resumed: Pick<Draft, 'isResumed' | 'startAgain'>;
}

export interface FormOptions<Values> {
  readonly initial: Values;
  /** Sends the values; what it throws stands at the fields. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Keeps what is typed until it is sent, under this name in the workspace. Not for forms with secrets. */
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
  const slug = useOptionalWorkspace()?.slug ?? '';
  const kept = useDraft<Values>(draft === undefined ? undefined : `${slug}:${draft}`, () => initial);
  const { values, change } = kept;
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const { faults, message, ...submission } = useSubmit({
    shown: (path) => shown(path.slice(1)),
    check: () => check?.(values) ?? {},
    send: async () => {
      await send(values);
      kept.forget();
    },
  });
  return {
    ...submission,
    ...{ values, dirty, faults, replace: change, message: message?.text, resumed: kept },
    set: (name, value) => change((before) => ({ ...before, [name]: value })),
    fault: (path) => faults[`/${path}`],
  };
}
