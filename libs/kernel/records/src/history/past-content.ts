import type { RecordShape } from '@cubit/core/host';

/** Values by key: the name of a field, `lines/3` for an element of a list, `/tags` or `/deleted_at`. `null` stands for absent. */
export type ContentValues = Readonly<Record<string, unknown>>;

const FIELDS = '/fields/';
export const TAGS = '/tags';
const DELETED_AT = '/deleted_at';

export function keyOf(path: string): string {
  return path.startsWith(FIELDS) ? path.slice(FIELDS.length) : path;
}

export function pathOf(key: string): string {
  return key.startsWith('/') ? key : `${FIELDS}${key}`;
}

/** A record as far as its history is concerned. */
export interface PresentContent {
  readonly fields: ContentValues;
  readonly tags: readonly string[];
  readonly deleted_at: Date | string | null;
}

/**
 * What a record was at some version. It starts as what the record is, and goes back change by change. Rollups change without a new version, so
 * their former values are known only from the changes; so is everything about a deleted record.
 */
export class PastContent {
  readonly #values: Map<string, unknown>;
  readonly #rollups: ReadonlySet<string>;
  readonly #isKnown: boolean;

  constructor(record: PresentContent | null, rollups: ReadonlySet<string>) {
    this.#rollups = rollups;
    this.#isKnown = record !== null;
    const { fields = {}, tags = [], deleted_at: deletedAt = null } = record ?? {};
    const known = Object.entries(fields).filter(([name]) => !rollups.has(name));
    if (record !== null)
      known.push([TAGS, tags], [DELETED_AT, deletedAt instanceof Date ? deletedAt.toISOString() : deletedAt]);
    this.#values = new Map(known);
  }

  /** Null for absent, undefined for unknown. */
  get(key: string): unknown {
    if (this.#values.has(key)) return this.#values.get(key);
    const [list, index] = elementOf(key);
    const elements = index === undefined ? undefined : this.#values.get(list);
    if (index !== undefined && Array.isArray(elements)) return elements[index] ?? null;
    return this.#isKnown && !this.#rollups.has(list) ? null : undefined;
  }

  put(values: ContentValues | null): void {
    for (const [key, value] of Object.entries(values ?? {})) this.#put(key, value);
  }

  /** What a creation gave the record: all that is not absent, in the order in which the database has fields, tags last. */
  createdKeys(): readonly string[] {
    const isGiven = ([key, value]: readonly [string, unknown]) =>
      value !== null && (key === TAGS ? (value as readonly unknown[]).length > 0 : !key.includes('/'));
    const keys = [...this.#values].filter(isGiven).map(([key]) => key);
    // Values that were absent later were put last; `jsonb` orders keys by length, then by their bytes.
    return inOrder(keys.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)));
  }

  #put(key: string, value: unknown): void {
    const [list, index] = elementOf(key);
    if (index === undefined) {
      for (const other of this.#values.keys()) if (other.startsWith(`${key}/`)) this.#values.delete(other);
      this.#values.set(key, value);
      return;
    }
    const elements = this.#values.get(list);
    if (Array.isArray(elements) && index < elements.length) this.#values.set(list, elements.with(index, value));
    else this.#values.set(key, value);
  }
}

/** The list and the index of `lines/3`; no index for any other key. */
function elementOf(key: string): readonly [string, number | undefined] {
  const slash = key.indexOf('/');
  return slash > 0 ? [key.slice(0, slash), Number(key.slice(slash + 1))] : [key, undefined];
}

/** Fields in the order in which the database has them, then tags and the trash. */
export function inOrder(keys: readonly string[]): readonly string[] {
  return [...keys.filter((key) => !key.startsWith('/')), ...keys.filter((key) => key.startsWith('/'))];
}

export function rollupsOf(shape: Pick<RecordShape, 'fields'> | undefined): ReadonlySet<string> {
  return new Set([...(shape?.fields.values() ?? [])].filter(({ rollup }) => rollup).map(({ name }) => name));
}
