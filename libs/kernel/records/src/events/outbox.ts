import { sql, type RawBuilder } from 'kysely';
import { assertPayload, type RegisteredEvent } from '@cubit/core/host';
import { compact } from '@cubit/core';
import { ORIGIN, originRows, type TransactionOrigin } from '../write/transaction-origin.js';

export interface EmittedEvent {
  readonly id: string;
  readonly name: string;
}

/** An event that is not written yet. */
export interface PendingEvent extends EmittedEvent {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subject_kind: string | null;
  readonly record_ids: readonly string[];
}

/** Events of one workspace transaction: written with the change that they report, in one statement, before it commits. */
export class Outbox {
  readonly #pending: PendingEvent[] = [];
  readonly #written: PendingEvent[] = [];
  readonly #workspaceId: string;
  readonly #newId: () => string;

  constructor(workspaceId: string, newId: () => string) {
    this.#workspaceId = workspaceId;
    this.#newId = newId;
  }

  add(event: RegisteredEvent, payload: Readonly<Record<string, unknown>>): void {
    const complete: Record<string, unknown> = { orgId: this.#workspaceId, ...compact(payload) };
    assertPayload(event, complete);
    const [subject] = event.records;
    const ids = event.records.flatMap(({ key }) => (typeof complete[key] === 'string' ? [complete[key]] : []));
    this.#pending.push({
      id: this.#newId(),
      name: event.name,
      payload: complete,
      subject_kind: subject?.kind ?? null,
      record_ids: [...new Set(ids)],
    });
  }

  /** Everything emitted so far, in order. */
  get emitted(): readonly EmittedEvent[] {
    return [...this.#written, ...this.#pending].map(({ id, name }) => ({ id, name }));
  }

  get pendingIds(): readonly string[] {
    return this.#pending.map(({ id }) => id);
  }

  /** Returns and clears the pending events; the caller writes them. */
  drain(): readonly PendingEvent[] {
    const pending = this.#pending.splice(0);
    this.#written.push(...pending);
    return pending;
  }
}

/** The inserts of events and of their entries among those without a position, as parts of a larger statement. */
export function insertEvents(
  workspaceId: string,
  entries: readonly { readonly origin: TransactionOrigin; readonly row: PendingEvent }[],
): readonly RawBuilder<unknown>[] {
  if (entries.length === 0) return [];
  const { rows, join } = originRows(entries);
  const names = JSON.stringify(entries.map(({ row: { id, name } }) => ({ id, name })));
  return [
    sql`insert into event (workspace_id, id, name, occurred_at, actor, cause, payload, subject_kind, record_ids)
      select ${workspaceId}::uuid, id, name, ${ORIGIN.at}, ${ORIGIN.actor}, ${ORIGIN.cause}, payload, subject_kind, record_ids
      from jsonb_to_recordset(${rows}::jsonb) as x(origin int, id uuid, name text, payload jsonb, subject_kind text, record_ids uuid[]) ${join}`,
    sql`insert into event_unsequenced (id, workspace_id, name)
      select id, ${workspaceId}::uuid, name from json_to_recordset(${names}::json) as x(id uuid, name text)`,
  ];
}
