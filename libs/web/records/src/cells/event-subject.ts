const OWN = ['title', 'name'];

/** The title or name that the payload of an event gives to its own thing. */
export function ownName(payload: Readonly<Record<string, unknown>>): string | undefined {
  return textOf(payload, OWN);
}

/** What an event is about, in words, where its payload has them: its own title or name, else the name beside the id of a record, `partName` beside `partId`. */
export function eventSubject(payload: Readonly<Record<string, unknown>>): string | undefined {
  const records = Object.keys(payload).flatMap((key) => /^(.+)Id$/.exec(key)?.[1] ?? []);
  const keys = [...OWN, ...records.flatMap((record) => [`${record}Title`, `${record}Name`, `${record}Number`])];
  return textOf(payload, keys);
}

function textOf(payload: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  const texts = keys.map((key) => payload[key]).filter((value) => typeof value === 'string');
  return texts.find((text) => text !== '');
}
