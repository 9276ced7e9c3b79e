import { emailKey, type Database, type RegisteredKind } from '@cubit/core';

type Db = Database['db'];

/** Addresses of users, each looked up once: one statement for all that were not met before. */
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

/** The members of a workspace by address. Of others it remembers that somebody was asked for. */
export class Members {
  readonly #ids: ReadonlyMap<string, string>;
  readonly #unknown = new Set<string>();

  private constructor(ids: ReadonlyMap<string, string>) {
    this.#ids = ids;
  }

  /** Members alone: whether an address has an account on this instance is nobody's business. */
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

/** Names of the fields of a kind that hold people. */
export function peopleFields({ shape }: Pick<RegisteredKind, 'shape'>): readonly string[] {
  return [...shape.fields.values()].filter(({ type }) => type === 'user' || type === 'users').map(({ name }) => name);
}

/** The people in a value of such a field: one, or several. */
export function peopleIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The same value with other names for the people in it; who has none is left out. */
export function renamePeople(value: unknown, nameOf: (person: string) => string | null): unknown {
  if (typeof value === 'string') return nameOf(value);
  return Array.isArray(value) ? peopleIn(value).flatMap((person) => nameOf(person) ?? []) : value;
}

/** Fields of a record with other names for people; one that holds nobody any more is absent. */
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
