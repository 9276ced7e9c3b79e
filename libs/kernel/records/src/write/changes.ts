import { isDeepStrictEqual } from 'node:util';

export interface FieldChange {
  /** `/fields/name`, `/tags`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Content {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** The fields and tags that differ; `null` means absent. */
export function changesBetween(before: Content | null, after: Content): readonly FieldChange[] {
  const names = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(after.fields)]);
  const fields = [...names].map((name) => ({
    path: `/fields/${name}`,
    from: before?.fields[name] ?? null,
    to: after.fields[name] ?? null,
  }));
  const tags = { path: '/tags', from: before?.tags ?? [], to: after.tags };
  return [...fields, tags].filter(({ from, to }) => differ(from, to));
}

function differ(from: unknown, to: unknown): boolean {
  return from !== to && (from === null || to === null || !isDeepStrictEqual(from, to));
}

/**
 * Splits the change of a list whose length stays into its elements: `/fields/lines/3`. Otherwise the history would store a list of thousands
 * twice for a change of one element.
 */
export function byElement(change: FieldChange): readonly FieldChange[] {
  const { path, from, to } = change;
  if (!Array.isArray(from) || !Array.isArray(to) || from.length !== to.length || !to.every(isObject)) return [change];
  const elements = to.map((element: unknown, index): FieldChange => ({
    path: `${path}/${index}`,
    from: from[index] as unknown,
    to: element,
  }));
  return elements.filter((element) => !isDeepStrictEqual(element.from, element.to));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The form in the payload of an event: `{ field: { from, to } }`. */
export function changesAsPayload(
  changes: readonly FieldChange[],
): Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> {
  return Object.fromEntries(changes.map(({ path, from, to }) => [path.replace(/^\/(fields\/)?/, ''), { from, to }]));
}
