import { FIELD_FACTS, type FieldValues, type RecordShape, type Registry, type ShapeField } from '@cubit/core/host';
import { hasKeys } from '../table/columns.js';
import { memberKeys, recordKeys, type KeySource } from './record-keys.js';

/** Size of the cache. Above it the cache is cleared, so that memory stays bounded. */
const MAX_KNOWN = 20_000;
const MEMBERS = 'member';

interface PageKeyOptions {
  readonly shape: RecordShape;
  /** Whether members have keys, which are their addresses. */
  readonly addresses: boolean;
}

/** Readable keys of references, looked up per page: one query per kind, none for cached keys. */
export class PageKeys {
  readonly #source: KeySource;
  readonly #registry: Registry;
  readonly #fields: readonly ShapeField[];
  readonly #keys = new Map<string, Map<string, string>>();
  #size = 0;

  constructor(source: KeySource, registry: Registry, { shape, addresses }: PageKeyOptions) {
    this.#source = source;
    this.#registry = registry;
    this.#fields = [...shape.fields.values()].filter(
      (field) => hasKeys(field) && (addresses || targetOf(field) !== MEMBERS),
    );
  }

  get empty(): boolean {
    return this.#fields.length === 0;
  }

  async look(page: readonly FieldValues[]): Promise<void> {
    if (this.#size > MAX_KNOWN) {
      this.#keys.clear();
      this.#size = 0;
    }
    const byTarget = Map.groupBy(this.#fields, targetOf);
    for (const [target, fields] of byTarget) {
      const keys = this.#keys.get(target) ?? new Map<string, string>();
      this.#keys.set(target, keys);
      const ids = page.flatMap((row) => fields.flatMap(({ name }) => idsIn(row[name])));
      const open = [...new Set(ids)].filter((id) => !keys.has(id));
      if (open.length === 0) continue;
      const fresh = await this.#find(target, open);
      for (const id of open) keys.set(id, fresh.get(id) ?? '');
      this.#size += open.length;
    }
  }

  /** The keys of one field; an empty text for a missing target. */
  of(field: ShapeField, value: unknown): readonly string[] {
    const keys = this.#keys.get(targetOf(field));
    return idsIn(value).map((id) => keys?.get(id) ?? '');
  }

  /** In JSON form: `{ category: "Resistors/SMD", keepers: ["ada@example.org"] }`. */
  object(fields: FieldValues): Readonly<Record<string, unknown>> {
    const entries = this.#fields.flatMap((field): [string, unknown][] => {
      if (fields[field.name] === undefined) return [];
      const keys = this.of(field, fields[field.name]);
      return [[field.name, isList(field) ? keys : (keys[0] ?? '')]];
    });
    return Object.fromEntries(entries);
  }

  async #find(target: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (target === MEMBERS) return memberKeys(this.#source, ids);
    const kind = this.#registry.kinds.get(target);
    return kind ? recordKeys(this.#source, kind, ids) : new Map();
  }
}

/** The kind that a field refers to, or `members`, which cannot be a kind because kind ids contain a colon. */
export function targetOf({ type, schema }: ShapeField): string {
  return FIELD_FACTS[type].holds === 'record' ? String((schema as { 'x-kind'?: string })['x-kind']) : MEMBERS;
}

/** Whether a field has several keys. */
export function isList({ type }: Pick<ShapeField, 'type'>): boolean {
  const { holds, many } = FIELD_FACTS[type];
  return many === true && (holds === 'record' || holds === 'member');
}

function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
