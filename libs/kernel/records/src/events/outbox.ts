import { sql, type RawBuilder } from 'kysely';
import { assertPayload, type RegisteredEvent } from '@cubit/core/host';
import { compact } from '@cubit/core';

export interface EmittedEvent {
  readonly id: string;
  readonly name: string;
}

interface PendingEvent extends EmittedEvent {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subject_kind: string | null;
  readonly record_ids: readonly string[];
}

/** Events of one transaction: written with the change that they report, in one statement, before the commit. */
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

  /** The inserts of pending events, as parts of a larger statement. */
  take(common: {
    readonly at: Date;
    readonly actor: unknown;
    readonly cause: unknown;
  }): readonly RawBuilder<unknown>[] {
    if (this.#pending.length === 0) return [];
    const names = JSON.stringify(this.#pending.map(({ id, name }) => ({ id, name })));
    const rows = JSON.stringify(this.#pending);
    this.#written.push(...this.#pending.splice(0));
    const events = sql`insert into event (workspace_id, id, name, occurred_at, actor, cause, payload, subject_kind, record_ids)
      select ${this.#workspaceId}::uuid, id, name, ${common.at}::timestamptz, ${JSON.stringify(common.actor)}::jsonb,
        ${common.cause === null ? null : JSON.stringify(common.cause)}::jsonb, payload, subject_kind, record_ids
      from jsonb_to_recordset(${rows}::jsonb) as x(id uuid, name text, payload jsonb, subject_kind text, record_ids uuid[])`;
    const unsequenced = sql`insert into event_unsequenced (id, workspace_id, name)
      select id, ${this.#workspaceId}::uuid, name from json_to_recordset(${names}::json) as x(id uuid, name text)`;
    return [events, unsequenced];
  }
}
