import { sql, type Kysely } from 'kysely';
import { renameInTemplate, renameNames, type RenamePath } from '@cubit/expressions';
import type { DatabaseSchema } from '@cubit/database';
import type { DeclaredNames, NameUse } from '@cubit/runtime';

type Db = Kysely<DatabaseSchema>;
interface Named {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly event: string;
  readonly action: string;
  readonly condition: string | null;
  readonly record: string | null;
  readonly input: Readonly<Record<string, unknown>>;
}
type Rename = (field: string) => string | undefined;

/**
 * Fields of kinds, actions and events that wires name. The record of a wire is the one that its event is about, so its kind is the one that the
 * name of the event has: `laser.material.changed` is about `laser:material`.
 */
export const wireNames: DeclaredNames = {
  async uses(db, { fields, ids }) {
    const wires = await readWires(db, [...fields.keys()], [...ids]);
    return wires.flatMap((wire) => {
      const gone = [wire.event, wire.action].filter((id) => ids.has(id));
      const names = [...(fields.get(kindOf(wire.event)) ?? [])].filter((name) => namesField(wire, name));
      return [...gone, ...names].map((name) => useOf(wire, name));
    });
  },
  async rename(db, names) {
    const wires = await readWires(db, [...names.keys()], []);
    const renamed = wires.flatMap((wire) => {
      const rename = names.get(kindOf(wire.event));
      const next = rename ? renamedWire(wire, rename) : wire;
      return JSON.stringify(next) === JSON.stringify(wire) ? [] : [next];
    });
    if (renamed.length > 0)
      await sql`update wire w set condition = x.condition, record = x.record, input = x.input, revision = w.revision + 1
        from json_to_recordset(${JSON.stringify(renamed)}::json) as x(workspace_id uuid, id uuid, condition text, record text, input jsonb)
        where w.workspace_id = x.workspace_id and w.id = x.id`.execute(db);
    return renamed.map((wire) => useOf(wire, wire.event));
  },
};

/** The kind that the name of an event has. */
function kindOf(event: string): string {
  const [module = '', thing = ''] = event.split('.');
  return `${module}:${thing}`;
}

async function readWires(db: Db, kinds: readonly string[], ids: readonly string[]): Promise<readonly Named[]> {
  const events = kinds.map((kind) => `${kind.replace(':', '.')}.`);
  const { rows } =
    await sql<Named>`select w.workspace_id, w.id, w.name, w.event, w.action, w.condition, w.record, w.input, s.slug
    from wire w join workspace s on s.id = w.workspace_id
    where w.deleted_at is null and (w.event = any(${ids}::text[]) or w.action = any(${ids}::text[])
      or exists (select from unnest(${events}::text[]) e(prefix) where starts_with(w.event, e.prefix)))`.execute(db);
  return rows;
}

function useOf({ id, name, slug }: Named, what: string): NameUse {
  return { what: `wire '${name}'`, id, workspace: slug, name: what };
}

function namesField(wire: Named, field: string): boolean {
  const next = renamedWire(wire, (name) => (name === field ? `${field}_renamed` : name));
  return JSON.stringify(next) !== JSON.stringify(wire);
}

function renamedWire(wire: Named, rename: Rename): Named {
  const inPath: RenamePath = (path) => {
    const [root, group, name, ...rest] = path.slice(0, 1)[0] === 'event' ? path.slice(1) : path;
    const isField = (root === 'record' && group === 'fields') || (root === 'payload' && group === 'changes');
    return isField && name !== undefined && rest.length === 0 ? rename(name) : undefined;
  };
  const inText = (text: string | null) => (text === null ? null : renameNames(text, inPath));
  return {
    ...wire,
    condition: inText(wire.condition),
    record: inText(wire.record),
    input: renameInTemplate(wire.input, inPath) as Named['input'],
  };
}
