import { emailKey } from '@cubit/access';
import type { Database } from '@cubit/database';
import { typeHolds, type RegisteredKind } from '@cubit/core/host';

type Db = Database['db'];

/** Looks up addresses of users, each once: one statement for all that are not cached. */
export class Addresses {
  readonly #db: Db;
  readonly #known = new Map<string, string | null>();

  constructor(db: Db) {
    this.#db = db;
  }

  of = async (ids: Iterable<string | null>): Promise<(id: string | null) => string | null> => {
    const fresh = [...new Set(ids)].filter((id): id is string => id !== null && !this.#known.has(id));
    if (fresh.length > 0) {
      const rows = await this.#db.selectFrom('app_user').select(['id', 'email']).where('id', 'in', fresh).execute();
      for (const id of fresh) this.#known.set(id, null);
      for (const { id, email } of rows) this.#known.set(id, email);
    }
    return (id) => (id === null ? null : (this.#known.get(id) ?? null));
  };
}

/** The members of a workspace by address. Records the addresses that belong to no member. */
export class Members {
  readonly #ids: ReadonlyMap<string, string>;
  readonly #unknown = new Set<string>();

  private constructor(ids: ReadonlyMap<string, string>) {
    this.#ids = ids;
  }

  /** Members only: an import must not reveal whether an address has an account on this instance. */
  static async of(db: Db, workspaceId: string): Promise<Members> {
    const rows = await db
      .selectFrom('member')
      .innerJoin('app_user', 'app_user.id', 'member.user_id')
      .select(['app_user.id', 'app_user.email_key'])
      .where('member.workspace_id', '=', workspaceId)
      .execute();
    return new Members(new Map(rows.map(({ id, email_key: key }) => [key, id])));
  }

  idOf = (address: string | null): string | null => {
    if (address === null) return null;
    const id = this.#ids.get(emailKey(address));
    if (id === undefined) this.#unknown.add(address);
    return id ?? null;
  };

  get unknown(): readonly string[] {
    return [...this.#unknown].sort();
  }
}

/** Names of the fields of a kind that refer to people. */
export function peopleFields({ shape }: Pick<RegisteredKind, 'shape'>): readonly string[] {
  return [...shape.fields.values()].filter(({ type }) => typeHolds(type, 'member')).map(({ name }) => name);
}

/** The people in a value of such a field: one, or several. */
export function peopleIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Replaces the people in a value; those without a replacement are removed. */
export function renamePeople(value: unknown, nameOf: (person: string) => string | null): unknown {
  if (typeof value === 'string') return nameOf(value);
  return Array.isArray(value) ? peopleIn(value).flatMap((person) => nameOf(person) ?? []) : value;
}

/** Replaces the people in the fields of a record. A field that becomes empty is removed. */
export function renameInFields(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  nameOf: (person: string) => string | null,
): Readonly<Record<string, unknown>> {
  const renamed = names
    .filter((name) => name in fields)
    .map((name) => [name, renamePeople(fields[name], nameOf)] as const);
  return Object.fromEntries(
    Object.entries({ ...fields, ...Object.fromEntries(renamed) }).filter(([, value]) => value !== null),
  );
}
