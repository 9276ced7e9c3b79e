import { errorText, type Fault, faultText, isApiError, saysFaults } from '@cubit/web-client';
import { labelOf, messageOf, requestIdOf, sentence } from '@cubit/web-contract';

/** What is wrong, by the path of the field in the form: `/qty`, `/lines/0/qty`. */
export type Faults = Readonly<Record<string, string>>;

export interface SplitFaults {
  readonly at: Faults;
  /** What no field of the form shows. */
  readonly message: string | undefined;
  readonly requestId: string | undefined;
}

export interface SplitOptions {
  /** Where the form stands in the body: `/input`. Default: it is the body. */
  readonly base?: string;
  /** Names of the form's fields, or whether it shows a fault at a path. */
  readonly shown: readonly string[] | ((path: string) => boolean);
  readonly place?: (path: string) => string;
  /** Titles of fields by name. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** What an error says, without the paths of a request. */
export function refusalText(error: unknown): string {
  return isApiError(error) ? errorText(error) : messageOf(error);
}

/** Divides a refusal into what stands at fields and what stands above the form. */
export function splitError(
  error: unknown,
  { base = '', shown, place = (path) => path, titles = {} }: SplitOptions,
): SplitFaults {
  const requestId = requestIdOf(error);
  if (!isApiError(error)) return { at: {}, message: messageOf(error), requestId };
  const shows = typeof shown === 'function' ? shown : (path: string) => shown.includes(path.split('/')[1] ?? '');
  const isShown = ({ path }: Fault) => path.startsWith(`${base}/`) && shows(path.slice(base.length));
  const at = error.details
    .filter(isShown)
    .map(({ path, message }) => [place(path.slice(base.length)), sentence(message)]);
  const others = error.details.filter((fault) => !isShown(fault));
  const above = new Set(others.map((fault) => faultText(fault, (name) => titles[name] ?? labelOf(name))));
  const words = [...(saysFaults(error) ? [] : [error.message]), ...above].join(' ');
  const message = at.length > 0 && others.length === 0 ? undefined : words;
  // The first fault of a field is the one that stands.
  return { at: Object.fromEntries(at.reverse()) as Faults, message, requestId };
}
