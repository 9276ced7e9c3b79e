import { sql } from 'kysely';
import type { Capability, Priority, Registry } from '@cubit/core';
import type { ChannelKey } from '../delivery/channel-key.js';
import { noticeSent } from '../module/events.js';
import { raiseNotifications, type RaisedRow, type Source } from './raise-notifications.js';
import { renderTemplate } from './render-template.js';

interface PlacedRow {
  readonly workspace_id: string;
  readonly event_id: string;
  readonly position: number;
  readonly occurred_at: Date;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The event that set the wire off. */
  readonly caused_by: string | null;
  readonly notice: {
    readonly id: string;
    readonly message: string;
    readonly link: string | null;
    readonly priority: Priority;
    readonly users: readonly string[] | null;
    readonly roles: readonly string[] | null;
    readonly channel_id: string | null;
  } | null;
}

interface PlacementOptions {
  readonly registry: Registry;
  /** Has channels send what they have got. Once committed. */
  readonly wake: (channels: readonly ChannelKey[]) => void;
}

/** Raises notifications in the transaction that places the events which say something to people. */
export class Placement {
  /** Events that say something to people, by name. */
  readonly telling: ReadonlySet<string>;
  readonly #options: PlacementOptions;
  #carrying: RaisedRow[] = [];

  constructor(options: PlacementOptions) {
    this.#options = options;
    const templated = [...options.registry.events.values()].filter(({ definition }) => definition.notification);
    this.telling = new Set([noticeSent.name, ...templated.map(({ name }) => name)]);
  }

  onPlaced: NonNullable<Capability['onPlaced']> = async (tx, range) => {
    const { rows } = await sql<PlacedRow>`
      select e.workspace_id, e.id as event_id, e.position, e.occurred_at, e.name, e.payload, c.name as caused_by, to_json(n) as notice
      from event e
      left join notice n on n.workspace_id = e.workspace_id
        and n.id = case when e.name = ${noticeSent.name} then (e.payload->>'noticeId')::uuid end
      left join event c on n.id is not null and c.workspace_id = e.workspace_id and c.id = (e.cause->>'event_id')::uuid
      where e.position between ${range.from} and ${range.to} and e.name = any(${[...this.telling]})
      order by e.position`.execute(tx);
    const sources = rows.flatMap((row) => this.#sourceOf(row) ?? []);
    if (sources.length === 0) return;
    const raised = await raiseNotifications(sources).execute(tx);
    this.#carrying.push(...raised.rows);
  };

  afterPlaced = (): void => {
    const carrying = this.#carrying;
    this.#carrying = [];
    if (carrying.length > 0)
      this.#options.wake(carrying.map((row) => ({ workspaceId: row.workspace_id, id: row.channel_id })));
  };

  #sourceOf({ name, payload, notice, caused_by, occurred_at, ...row }: PlacedRow): Source | null {
    const common = { ...row, occurred_at: occurred_at.toISOString() };
    if (notice) {
      const { id, ...said } = notice;
      return { ...common, ...said, notice_id: id, event_type: caused_by ?? name };
    }
    const template = this.#options.registry.events.get(name)?.definition.notification;
    if (!template) return null;
    const said = renderTemplate(template, payload);
    return { ...common, ...said, roles: null, notice_id: null, channel_id: null, event_type: name };
  }
}
