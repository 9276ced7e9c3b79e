import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { recordText, type Row } from './record-text.js';
import { prepared, type Caller } from './statements.js';

type Fields = Readonly<Record<string, unknown>>;

interface NewPart {
  readonly id: string;
  readonly title: string;
  readonly fields: Fields;
}

/** The kind fills these fields in. */
const NO_STOCK = { on_hand: 0, available: 0, reserved: 0, on_order: 0 };
const NO_ROLE = { is_assembly: false, is_consumable: false, is_tool: false };
const DEFAULTS = { unit: 'pcs', tracking: 'none', status: 'active', ...NO_ROLE, ...NO_STOCK };

const INSERT_PARTS = `insert into record_inventory_part
    (workspace_id, kind, id, title, fields, tags, version, created_at, updated_at, created_by)
  select $1, 'inventory:part', id, title, fields, '{}', 1, $2, $2, $3
  from jsonb_to_recordset($4) as x(id uuid, title text, fields jsonb)`;
const INSERT_REFERENCES = `insert into record_reference
    (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
  select $1, target_id, source_id, 'category', 'inventory:part', 'inventory:category', 'restrict'
  from json_to_recordset($2) as x(target_id uuid, source_id uuid)`;
const INSERT_HISTORY = `insert into record_change
    (workspace_id, record_id, version, kind, operation, at, user_id, actor_type, via_type, via_id, before)
  select $1, record_id, version, kind, operation, $2, $3, 'user', 'api_token', $4, before
  from jsonb_to_recordset($5) as x(record_id uuid, version int, kind text, operation text, before jsonb)`;
const INSERT_EVENTS = `insert into event
    (workspace_id, id, name, occurred_at, actor, payload, subject_kind, record_ids)
  select $1, id, name, $2, $3, payload, 'inventory:part', record_ids
  from jsonb_to_recordset($4) as x(id uuid, name text, payload jsonb, record_ids uuid[])`;

const INSERT_UNSEQUENCED = `insert into event_unsequenced (id, workspace_id, name)
   select id, $1, name from jsonb_to_recordset($2) as x(id uuid, name text)`;

/** Creates parts with reference, history and event in one transaction: the same rows as the program, without checks. */
export async function createParts(
  pool: pg.Pool,
  caller: Caller,
  fields: readonly Fields[],
): Promise<readonly string[]> {
  const at = new Date();
  const actor = actorOf(caller);
  const parts = fields.map((given): NewPart => ({
    id: newId(),
    title: String(given['name']),
    fields: { ...DEFAULTS, ...given },
  }));
  await inTransaction(pool, async (db) => {
    const { workspaceId, userId, tokenId } = caller;
    await prepared(db, INSERT_PARTS, [workspaceId, at, userId, JSON.stringify(parts)]);
    const references = parts.map(({ id, fields: { category } }) => ({ target_id: category, source_id: id }));
    await prepared(db, INSERT_REFERENCES, [workspaceId, JSON.stringify(references)]);
    const history = parts.map(({ id }) => historyOf({ id, kind: 'inventory:part', version: 1, before: null }));
    await prepared(db, INSERT_HISTORY, [workspaceId, at, userId, tokenId, JSON.stringify(history)]);
    const events = parts.map(({ id, fields: after }) => ({
      id: newId(),
      name: 'inventory.part.created',
      payload: { orgId: workspaceId, partId: id, ...told(after) },
      record_ids: [id],
    }));
    await prepared(db, INSERT_EVENTS, [workspaceId, at, actor, JSON.stringify(events)]);
    await prepared(db, INSERT_UNSEQUENCED, [workspaceId, JSON.stringify(events)]);
  });
  return parts.map(({ id, title, fields: after }) =>
    recordText('inventory:part', rowOf(caller, { id, title, after, at })),
  );
}

const LOCK_PART = `select id, title, fields::text as fields, version from record_inventory_part
  where workspace_id = $1 and id = $2 and deleted_at is null for no key update`;
const LOCK_ITEM = `select id, title, fields::text as fields, version from record_inventory_stock_item
  where workspace_id = $1 and ((fields->>'part') collate "C") = $2 and deleted_at is null order by id limit 1 for no key update`;
const UPDATE_PART = `update record_inventory_part set fields = $3, version = version + 1, updated_at = $4
  where workspace_id = $1 and id = $2`;
const UPDATE_ITEM = UPDATE_PART.replace('record_inventory_part', 'record_inventory_stock_item');
const INSERT_MOVEMENT = `insert into record_inventory_movement
    (workspace_id, kind, id, title, fields, tags, version, created_at, updated_at, created_by)
  values ($1, 'inventory:movement', $2, 'use', $3, '{}', 1, $4, $4, $5)`;

interface Locked {
  readonly id: string;
  readonly fields: string;
  readonly version: number;
}

/**
 * Uses one unit of a part: locks both rows, writes the ledger, history and event in one transaction. Null without
 * stock.
 */
export async function useOne(pool: pg.Pool, caller: Caller, partId: string): Promise<string | null> {
  const at = new Date();
  const actor = actorOf(caller);
  const { workspaceId, userId, tokenId } = caller;
  return inTransaction(pool, async (db) => {
    const [part] = await prepared<Locked>(db, LOCK_PART, [workspaceId, partId]);
    const [item] = await prepared<Locked>(db, LOCK_ITEM, [workspaceId, partId]);
    if (!part || !item) return null;
    const partFields = JSON.parse(part.fields) as { on_hand: number; available: number };
    const itemFields = JSON.parse(item.fields) as { qty: number };
    const partAfter = { ...partFields, on_hand: partFields.on_hand - 1, available: partFields.available - 1 };
    const itemAfter = { ...itemFields, qty: itemFields.qty - 1 };
    const movementId = newId();
    const movement = {
      part: partId,
      stock_item: item.id,
      type: 'use',
      qty_delta: -1,
      qty_after: itemAfter.qty,
      posting: movementId,
      actor: userId,
      via: 'api_token',
      occurred_at: at.toISOString(),
    };
    await prepared(db, INSERT_MOVEMENT, [workspaceId, movementId, JSON.stringify(movement), at, userId]);
    await prepared(db, UPDATE_ITEM, [workspaceId, item.id, JSON.stringify(itemAfter), at]);
    await prepared(db, UPDATE_PART, [workspaceId, partId, JSON.stringify(partAfter), at]);
    const history = [
      historyOf({ id: movementId, kind: 'inventory:movement', version: 1, before: null }),
      historyOf({
        id: item.id,
        kind: 'inventory:stock_item',
        version: item.version + 1,
        before: { qty: itemFields.qty },
      }),
      historyOf({
        id: partId,
        kind: 'inventory:part',
        version: part.version + 1,
        before: { available: partFields.available },
      }),
    ];
    await prepared(db, INSERT_HISTORY, [workspaceId, at, userId, tokenId, JSON.stringify(history)]);
    const payload = { orgId: workspaceId, partId, delta: -1, available: partAfter.available };
    const event = { id: newId(), name: 'inventory.stock.changed', payload, record_ids: [partId] };
    await prepared(db, INSERT_EVENTS, [workspaceId, at, actor, JSON.stringify([event])]);
    await prepared(db, INSERT_UNSEQUENCED, [workspaceId, JSON.stringify([event])]);
    const events = [{ id: event.id, name: event.name }];
    return JSON.stringify({ result: movement, record: { id: partId, fields: partAfter }, events });
  });
}

async function inTransaction<Result>(pool: pg.Pool, work: (db: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const db = await pool.connect();
  try {
    await db.query('begin');
    const result = await work(db);
    await db.query('commit');
    return result;
  } catch (error) {
    await db.query('rollback');
    throw error;
  } finally {
    db.release();
  }
}

function actorOf({ userId, tokenId }: Caller): string {
  return JSON.stringify({ type: 'user', id: userId, via: { type: 'api_token', id: tokenId } });
}

/** The payload of the event of a new part, besides its id. */
function told({ name, ipn, category }: Fields) {
  return { name, ipn, categoryId: category };
}

interface Version {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly before: Fields | null;
}

function historyOf({ id, kind, version, before }: Version) {
  return { record_id: id, version, kind, operation: version === 1 ? 'create' : 'update', before };
}

function rowOf(
  caller: Caller,
  { id, title, after, at }: { readonly id: string; readonly title: string; readonly after: Fields; readonly at: Date },
): Row {
  const dates = { created_at: at, updated_at: at, deleted_at: null };
  return { id, title, fields: JSON.stringify(after), tags: [], version: 1, created_by: caller.userId, ...dates };
}
