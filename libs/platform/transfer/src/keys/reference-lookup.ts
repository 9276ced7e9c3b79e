import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { emailKey } from '@cubit/access';
import { fieldExpression, keysOf } from '@cubit/database';
import { typeHolds, type RegisteredKind, type Registry, type ShapeField, type WorkspaceSchema } from '@cubit/core/host';
import type { ReferenceDraft, RowDraft } from '../import/row-draft.js';
import { findForeignIds } from './foreign-ids.js';
import { targetOf } from './page-keys.js';
import { joinPath, splitPath, treeField, type KeySource } from './record-keys.js';

/** Cached results for one target: existing ids, and ids by key. */
interface KnownIds {
  readonly live: Set<string>;
  readonly byKey: Map<string, string>;
  /** By id in the other system. */
  readonly byForeign: Map<string, string>;
}

/** Size of the cache. Above it the cache is cleared, so that memory stays bounded. */
const MAX_KNOWN = 50_000;
const AMBIGUOUS = '';

export type Found = { readonly id: string } | { readonly fault: string; readonly ambiguous: boolean };

/**
 * Resolves the references of rows, per batch: a few queries per kind, none for cached results. A text is an id, the value of a
 * unique field, a title, or in a tree a path (`Resistors/SMD`).
 */
export class ReferenceLookup {
  readonly #registry: Registry;
  readonly #schema: WorkspaceSchema;
  readonly #known = new Map<string, KnownIds>();
  #size = 0;

  readonly #origin: string;

  /** `origin`: the other system whose ids rows name. */
  constructor(registry: Registry, schema: WorkspaceSchema, origin: string) {
    this.#registry = registry;
    this.#schema = schema;
    this.#origin = origin;
  }

  /** Clears the cache: a rolled-back transaction may have created what was found. */
  forget(): void {
    this.#known.clear();
    this.#size = 0;
  }

  async look(source: KeySource, drafts: readonly RowDraft[]): Promise<void> {
    if (this.#size > MAX_KNOWN) this.forget();
    const references = drafts.flatMap((draft) => [...draft.references.values()]);
    for (const [target, group] of Map.groupBy(references, ({ field }) => targetOf(field))) {
      const known = this.#knownOf(target);
      const ids = [...new Set(group.flatMap(({ foreign }) => foreign ?? []))].filter((id) => !known.byForeign.has(id));
      if (ids.length > 0) await this.#askForeign(source, { target, texts: ids, known });
      const texts = new Set(
        group.flatMap(({ foreign, values, keys }) =>
          foreign !== null && known.byForeign.has(foreign)
            ? []
            : [...(values ?? []), ...(keys ?? []), ...(foreign === null ? [] : uuidsOf(foreign))],
        ),
      );
      const open = [...texts].filter((text) => !known.live.has(text) && !known.byKey.has(text));
      if (open.length > 0) await this.#ask(source, { target, texts: open, known });
    }
  }

  /** Adds a record that was created for a key. */
  learn(target: string, key: string, id: string): void {
    this.#knownOf(target).byKey.set(key, id);
    this.#size += 1;
  }

  /** Ids of records of a tree by their whole paths; those that do not exist or are several are left out. */
  async pathsOf(source: KeySource, kind: RegisteredKind, paths: readonly string[]): Promise<Map<string, string>> {
    const found = await recordsByTitle(source, kind, {
      keys: new Map(paths.map((path) => [path, path])),
      whole: true,
    });
    return new Map([...found].filter(([, id]) => id !== AMBIGUOUS));
  }

  #knownOf(target: string): KnownIds {
    const known = this.#known.get(target) ?? { live: new Set(), byKey: new Map(), byForeign: new Map() };
    this.#known.set(target, known);
    return known;
  }

  async #askForeign(
    source: KeySource,
    { target, texts, known }: { readonly target: string; readonly texts: readonly string[]; readonly known: KnownIds },
  ): Promise<void> {
    const kind = this.#schema.kinds.has(target) ? this.#registry.kinds.get(target) : undefined;
    if (!kind) return;
    for (const [id, record] of await findForeignIds(source, kind, { origin: this.#origin, ids: texts }))
      known.byForeign.set(id, record);
    this.#size += texts.length;
  }

  /** The result for each text of the reference, in order. Call `look` first. */
  find({ field, values, keys, foreign }: ReferenceDraft): readonly Found[] {
    const known = this.#known.get(targetOf(field));
    const other = foreign === null ? undefined : known?.byForeign.get(foreign);
    if (other !== undefined) return [{ id: other }];
    if (foreign !== null && known?.live.has(foreign.toLowerCase())) return [{ id: foreign.toLowerCase() }];
    const length = values?.length ?? keys?.length ?? 0;
    if (length === 0 && foreign !== null)
      return [
        {
          ambiguous: false,
          fault: `There is no ${this.#namesOf(field)[0]} with the id '${foreign.slice(0, 100)}' of the other system.`,
        },
      ];
    // Keys are a fallback for ids only if both lists have the same length.
    const others = keys?.length === length ? keys : null;
    return Array.from({ length }, (_, index): Found => {
      const texts = [values?.[index], others?.[index]].filter((text) => text !== undefined && text !== '');
      let ambiguous = false;
      for (const text of texts as readonly string[]) {
        if (isUuid(text) && known?.live.has(text.toLowerCase())) return { id: text.toLowerCase() };
        const id = known?.byKey.get(text);
        if (id !== undefined && id !== AMBIGUOUS) return { id };
        ambiguous ||= id === AMBIGUOUS;
      }
      const shown = String(texts.at(-1)).slice(0, 100);
      const [one, several] = this.#namesOf(field);
      return {
        ambiguous,
        fault: ambiguous ? `There are several ${several} called '${shown}'.` : `There is no ${one} called '${shown}'.`,
      };
    });
  }

  /** What the field refers to, in the singular and the plural. */
  #namesOf(field: ShapeField): readonly [string, string] {
    const target = targetOf(field);
    const [one, several] = this.#registry.kinds.get(target)?.definition.title ?? [target, `${target}s`];
    return [one.toLowerCase(), several.toLowerCase()];
  }

  async #ask(
    source: KeySource,
    { target, texts, known }: { readonly target: string; readonly texts: readonly string[]; readonly known: KnownIds },
  ): Promise<void> {
    const kind = this.#schema.kinds.has(target) ? this.#registry.kinds.get(target) : undefined;
    const ids = texts.filter((text) => isUuid(text)).map((text) => text.toLowerCase());
    const keys = texts.filter((text) => !isUuid(text) && text !== '');
    const before = known.live.size + known.byKey.size;
    if (target.includes(':')) {
      if (!kind) return;
      if (ids.length > 0) for (const id of await liveRecords(source, kind, ids)) known.live.add(id);
      if (keys.length > 0) for (const [key, id] of await recordsByKey(source, kind, keys)) known.byKey.set(key, id);
    } else {
      if (ids.length > 0)
        for (const id of await members(source, sql`m.user_id = any(${ids}::uuid[])`).then(idsOf)) known.live.add(id);
      if (keys.length > 0) for (const [key, id] of await membersByEmail(source, keys)) known.byKey.set(key, id);
    }
    this.#size += known.live.size + known.byKey.size - before;
  }
}

function uuidsOf(text: string): readonly string[] {
  return isUuid(text) ? [text.toLowerCase()] : [];
}

async function liveRecords(
  { db, workspaceId }: KeySource,
  kind: RegisteredKind,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  return idsOf(rows);
}

/** Order of precedence: a unique field before the title, a whole path before its end, the exact text before a variant. */
async function recordsByKey(
  source: KeySource,
  kind: RegisteredKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [name, ...others] of keysOf(kind.definition.unique)) {
    const field = others.length === 0 && name !== undefined ? kind.shape.fields.get(name) : undefined;
    if (!field || !typeHolds(field.type, 'text')) continue;
    const rows = await liveRows(source, kind, { expression: fieldExpression(field), values: keys });
    for (const { id, text } of rows) found.set(text, id);
  }
  const open = keys.filter((key) => !found.has(key));
  for (const [key, id] of await recordsByTitle(source, kind, { keys: new Map(open.map((key) => [key, key])) }))
    found.set(key, id);
  // A path written as `Lab / Shelf 2`.
  const spaced = open.filter((key) => !found.has(key) && withoutBlanks(key) !== key);
  const meant = new Map(spaced.map((key) => [key, withoutBlanks(key)]));
  for (const [key, id] of await recordsByTitle(source, kind, { keys: meant })) found.set(key, id);
  return found;
}

function withoutBlanks(key: string): string {
  return joinPath(splitPath(key).map((title) => title.trim()));
}

/** Finds records by title, or in a tree by path. */
async function recordsByTitle(
  source: KeySource,
  kind: RegisteredKind,
  { keys: wanted, whole = false }: { readonly keys: ReadonlyMap<string, string>; readonly whole?: boolean },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const inTree = treeField(kind) !== null;
  const titles = [...new Set([...wanted.values()].flatMap((key) => (inTree ? splitPath(key) : [key])))];
  const rows = await liveRows(source, kind, { expression: sql`(title collate "C")`, values: titles });
  const byKey = inTree ? pathsOf(rows) : Map.groupBy(rows, ({ text }) => text);
  for (const [key, text] of wanted) {
    const ending = byKey.get(inTree ? joinPath(splitPath(text)) : text) ?? [];
    const matching = whole ? ending.filter((row) => row.whole === true) : ending;
    const [first] =
      matching.filter(({ whole }) => whole !== false).length > 0
        ? matching.filter(({ whole }) => whole !== false)
        : matching;
    const among = matching.filter(({ whole }) => (whole ?? true) === (first?.whole ?? true));
    if (first) found.set(key, among.length > 1 ? AMBIGUOUS : first.id);
  }
  return found;
}

interface KeyedRow {
  readonly id: string;
  readonly text: string;
  readonly parent: string | null;
  /** The path begins at the root. */
  readonly whole?: boolean;
}

async function liveRows(
  { db, workspaceId }: KeySource,
  kind: RegisteredKind,
  {
    expression,
    values,
  }: { readonly expression: ReturnType<typeof fieldExpression>; readonly values: readonly string[] },
): Promise<readonly KeyedRow[]> {
  const tree = treeField(kind);
  const scope = sql`workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null and ${expression} = any(${values}::text[])`;
  // Two records with the same title are enough to know that the title is ambiguous.
  const select = tree
    ? sql<KeyedRow>`select id, ${expression} as text, fields->>${sql.lit(tree)} as parent from ${sql.table(kind.partition)} where ${scope}`
    : sql<KeyedRow>`select id, text, null as parent from (
        select id, ${expression} as text, row_number() over (partition by ${expression}) as place from ${sql.table(kind.partition)} where ${scope}
      ) named where place <= 2`;
  return (await select.execute(db)).rows;
}

/** Every path, complete or partial, that ends at one of the rows and consists of rows. */
function pathsOf(rows: readonly KeyedRow[]): ReadonlyMap<string, readonly KeyedRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const paths = new Map<string, KeyedRow[]>();
  for (const row of rows) {
    const titles: string[] = [];
    for (
      let at: KeyedRow | undefined = row;
      at && titles.length < 64;
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      titles.unshift(at.text);
      const path = joinPath(titles);
      const entry = { ...row, whole: at.parent === null };
      const known = paths.get(path);
      if (known) known.push(entry);
      else paths.set(path, [entry]);
    }
  }
  return paths;
}

interface MemberRow {
  readonly id: string;
  readonly email_key: string;
}

async function members(
  { db, workspaceId }: KeySource,
  condition: ReturnType<typeof sql>,
): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`select u.id, u.email_key from member m join app_user u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and ${condition}`.execute(db);
  return rows;
}

async function membersByEmail(source: KeySource, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const emails = new Map(keys.map((key) => [key, emailKey(key)]));
  const rows = await members(source, sql`u.email_key = any(${[...emails.values()]}::text[])`);
  const byEmail = new Map(rows.map(({ id, email_key }) => [email_key, id]));
  return new Map(
    [...emails].flatMap(([key, email]): [string, string][] => {
      const id = byEmail.get(email);
      return id === undefined ? [] : [[key, id]];
    }),
  );
}

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}
