import type { UiKind } from '@cubit/web-client';
import { eventSubject, ownName } from './event-subject.js';

/** An event of the log, read with `expand=records`. */
export interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly records: readonly { readonly kind: string; readonly id: string; readonly title: string | null }[];
}

/** A record that an event names. */
export interface EventRecord {
  /** Undefined: it is no record, but what the event is about, by its name alone. */
  readonly kind: UiKind | undefined;
  readonly id: string;
  readonly title: string;
  /** It does not exist any more. */
  readonly gone: boolean;
}

/** More would not fit into a line. */
const MOST = 3;

/** The records that an event names, what it is about first. A record without a name of its own, such as a movement, stands alone or not at all, but in its own events. What is no record, such as a file, comes first by its name. */
export function eventRecords(
  { name, payload, records }: Pick<LoggedEvent, 'name' | 'payload' | 'records'>,
  kindOf: (id: string) => UiKind | undefined,
): readonly EventRecord[] {
  const found = records.flatMap(({ kind: kindId, ...record }) => {
    const kind = kindOf(kindId);
    return kind ? [{ ...record, kind }] : [];
  });
  const different = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
  const own = name.split('.', 2).join(':');
  const withName = different
    .filter(({ kind, title }) => kind.title_field !== null || (kind.id === own && title !== kind.title))
    // The line of an order is called like its part.
    .filter(({ title }, index, all) => title === null || all.findIndex((other) => other.title === title) === index);
  const words = kindOf(own) ? undefined : ownName(payload);
  const isNamed = words === undefined || different.some(({ title }) => title === null || title === words);
  const subject = isNamed ? [] : [{ kind: undefined, id: words, title: words, gone: false }];
  const shown = (withName.length > 0 ? withName : different).slice(0, withName.length > 0 ? MOST : 1);
  const named = shown.map(({ kind, id, title }, index) => {
    const spoken = index === 0 ? eventSubject(payload) : undefined;
    return { kind, id, title: title ?? spoken ?? kind.title, gone: title === null };
  });
  return [...subject, ...named].slice(0, MOST);
}
