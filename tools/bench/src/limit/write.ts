import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { createdText, type NativeFields, NATIVE_SCHEMA, type NativeKind, type NewRecord } from './native-kind.js';
import { prepared, preparedTexts, type Caller } from './statements.js';

/** What the kind fills in by itself. */
const NO_STOCK = { on_hand: 0, available: 0, reserved: 0, on_order: 0, in_production: 0, can_build: 0 };
const NO_USE = { is_assembly: false, is_consumable: false, is_tool: false, bom_lines: 0, used_in: 0 };
const DEFAULTS = { unit: 'pcs', tracking: 'none', status: 'active', ...NO_USE, ...NO_STOCK };

const INSERT_REFERENCES = `insert into ${NATIVE_SCHEMA}.reference (workspace_id, target_id, source_id, field)
  select $1, target_id, source_id, 'category' from json_to_recordset($2) as x(target_id uuid, source_id uuid)`;
const INSERT_HISTORY = `insert into ${NATIVE_SCHEMA}.history
    (workspace_id, record_id, version, kind, operation, at, user_id, via_id, before)
  select $1, record_id, version, kind, operation, $2, $3, $4, before
  from jsonb_to_recordset($5) as x(record_id uuid, version int, kind text, operation text, before jsonb)`;
const INSERT_EVENTS = `insert into ${NATIVE_SCHEMA}.event (workspace_id, id, name, occurred_at, actor, payload, record_ids)
  select $1, id, name, $2, $3, payload, record_ids
  from jsonb_to_recordset($4) as x(id uuid, name text, payload jsonb, record_ids uuid[])`;

export interface WriterKinds {
  readonly part: NativeKind;
  readonly stockItem: NativeKind;
  readonly movement: NativeKind;
}

interface Locked {
  readonly id: string;
  readonly version: number;
  readonly amount: string;
}

/** Writes parts and stock to their tables, with reference, history and event of each, unchecked. */
export class PartWriter {
  readonly #pool: pg.Pool;
  readonly #kinds: WriterKinds;
  readonly #lockPart: string;
  readonly #lockItem: string;
  readonly #updatePart: string;
  readonly #updateItem: string;

  constructor(pool: pg.Pool, kinds: WriterKinds) {
    this.#pool = pool;
    this.#kinds = kinds;
    const { part, stockItem } = kinds;
    const live = 'workspace_id = $1 and deleted_at is null';
    this.#lockPart = `select id, version, available as amount from ${part.table} where ${live} and id = $2 for no key update`;
    this.#lockItem = `select id, version, qty as amount from ${stockItem.table} where ${live} and part = $2 order by id limit 1 for no key update`;
    this.#updatePart = `update ${part.table} set on_hand = on_hand - 1, available = available - 1, version = version + 1, updated_at = $3
      where workspace_id = $1 and id = $2 returning ${part.select}`;
    this.#updateItem = `update ${stockItem.table} set qty = qty - 1, version = version + 1, updated_at = $3 where workspace_id = $1 and id = $2`;
  }

  /** New parts in one transaction. */
  async create(caller: Caller, fields: readonly NativeFields[]): Promise<readonly string[]> {
    const at = new Date().toISOString();
    const actor = actorOf(caller);
    const { part } = this.#kinds;
    const parts = fields.map((given): NewRecord => ({
      id: newId(),
      title: String(given['name']),
      fields: { ...DEFAULTS, ...given },
      created_at: at,
    }));
    await inTransaction(this.#pool, async (db) => {
      const { workspaceId, userId, tokenId } = caller;
      await prepared(db, part.insert, [workspaceId, userId, JSON.stringify(parts.map((row) => part.insertable(row)))]);
      const references = parts.map(({ id, fields: { category } }) => ({ target_id: category, source_id: id }));
      await prepared(db, INSERT_REFERENCES, [workspaceId, JSON.stringify(references)]);
      const history = parts.map(({ id }) => historyOf({ id, kind: part.id, version: 1, before: null }));
      await prepared(db, INSERT_HISTORY, [workspaceId, at, userId, tokenId, JSON.stringify(history)]);
      const events = parts.map(({ id, fields: after }) => ({
        id: newId(),
        name: 'inventory.part.created',
        payload: { orgId: workspaceId, partId: id, ...payloadOf(after) },
        record_ids: [id],
      }));
      await prepared(db, INSERT_EVENTS, [workspaceId, at, actor, JSON.stringify(events)]);
    });
    return parts.map((created) => createdText(part.id, created, caller));
  }

  /** Takes one unit off a part: both rows locked, a line in the ledger, history and event, in one transaction. Null without stock. */
  async useOne(caller: Caller, partId: string): Promise<string | null> {
    const at = new Date().toISOString();
    const { part: kind, stockItem, movement } = this.#kinds;
    const { workspaceId, userId, tokenId } = caller;
    return inTransaction(this.#pool, async (db) => {
      const [part] = await prepared<Locked>(db, this.#lockPart, [workspaceId, partId]);
      const [item] = await prepared<Locked>(db, this.#lockItem, [workspaceId, partId]);
      if (!part || !item) return null;
      const available = Number(part.amount) - 1;
      const qty = Number(item.amount) - 1;
      const moved = movementOf({ partId, item: item.id, qty, userId, at });
      await prepared(db, movement.insert, [workspaceId, userId, JSON.stringify([movement.insertable(moved)])]);
      await prepared(db, this.#updateItem, [workspaceId, item.id, at]);
      const [row] = await preparedTexts(db, this.#updatePart, [workspaceId, partId, at]);
      const history = [
        historyOf({ id: moved.id, kind: movement.id, version: 1, before: null }),
        historyOf({ id: item.id, kind: stockItem.id, version: item.version + 1, before: { qty: qty + 1 } }),
        historyOf({ id: partId, kind: kind.id, version: part.version + 1, before: { available: available + 1 } }),
      ];
      const actor = actorOf(caller);
      await prepared(db, INSERT_HISTORY, [workspaceId, at, userId, tokenId, JSON.stringify(history)]);
      const payload = { orgId: workspaceId, partId, delta: -1, available };
      const event = { id: newId(), name: 'inventory.stock.changed', payload, record_ids: [partId] };
      await prepared(db, INSERT_EVENTS, [workspaceId, at, actor, JSON.stringify([event])]);
      const events = JSON.stringify([{ id: event.id, name: event.name }]);
      return `{"result":${JSON.stringify(moved.fields)},"record":${kind.text(row ?? [])},"events":${events}}`;
    });
  }
}

interface Movement {
  readonly partId: string;
  readonly item: string;
  readonly qty: number;
  readonly userId: string;
  readonly at: string;
}

function movementOf({ partId, item, qty, userId, at }: Movement): NewRecord {
  const id = newId();
  const how = { posting: id, actor: userId, via: 'api_token', occurred_at: at };
  const fields = { part: partId, stock_item: item, type: 'use', qty_delta: -1, qty_after: qty, ...how };
  return { id, title: 'use -1', fields, created_at: at };
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

/** What the event of a new part tells beside its id. */
function payloadOf({ name, ipn, category }: NativeFields) {
  return { name, ipn, categoryId: category };
}

interface Version {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  /** What the write replaced; null for a creation. */
  readonly before: NativeFields | null;
}

function historyOf({ id, kind, version, before }: Version) {
  return { record_id: id, version, kind, operation: version === 1 ? 'create' : 'update', before };
}
