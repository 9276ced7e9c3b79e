import { type Fault, isApiError } from '@cubit/web-client';
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
}

/** A fault with the name of its field, as far as the path tells it. */
function faultText({ path, message }: Fault): string {
  const name = path.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part));
  return name === undefined ? sentence(message) : `${labelOf(name)}: ${message}`;
}

/** Divides a refusal into what stands at fields and what stands above the form. */
export function splitError(error: unknown, { base = '', shown, place = (path) => path }: SplitOptions): SplitFaults {
  const requestId = requestIdOf(error);
  if (!isApiError(error)) return { at: {}, message: messageOf(error), requestId };
  const shows = typeof shown === 'function' ? shown : (path: string) => shown.includes(path.split('/')[1] ?? '');
  const isShown = ({ path }: Fault) => path.startsWith(`${base}/`) && shows(path.slice(base.length));
  const at = error.details
    .filter(isShown)
    .map(({ path, message }) => [place(path.slice(base.length)), sentence(message)]);
  const others = error.details.filter((fault) => !isShown(fault));
  const above = others.map(faultText).join(' ');
  const message =
    at.length > 0 && others.length === 0 ? undefined : above === '' ? error.message : `${error.message} ${above}`;
  // The first fault of a field is the one that stands.
  return { at: Object.fromEntries(at.reverse()) as Faults, message, requestId };
}
