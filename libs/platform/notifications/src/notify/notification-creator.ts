import { sql } from 'kysely';
import type { Capability } from '@cubit/runtime';
import type { Priority, Registry } from '@cubit/core/host';
import type { ChannelKey } from '../delivery/channel-key.js';
import { noticeSent } from '../module/events.js';
import { createNotifications, type PendingChannel, type NotificationSource } from './create-notifications.js';
import { renderTemplate } from './render-template.js';

interface SequencedRow {
  readonly workspace_id: string;
  readonly event_id: string;
  readonly position: number;
  readonly occurred_at: Date;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The event that triggered the wire. */
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

interface NotificationCreatorOptions {
  readonly registry: Registry;
  /** Wakes channels with new deliveries. Called after the commit. */
  readonly wake: (channels: readonly ChannelKey[]) => void;
}

/** Creates notifications in the transaction that sequences their events. Rows of an import, and records of an upgrade, notify nobody: the import or the upgrade does once. */
export class NotificationCreator {
  /** Names of the events that create notifications. */
  readonly notifyingEvents: ReadonlySet<string>;
  readonly #options: NotificationCreatorOptions;
  #channels: PendingChannel[] = [];

  constructor(options: NotificationCreatorOptions) {
    this.#options = options;
    const templated = [...options.registry.events.values()].filter(({ definition }) => definition.notification);
    this.notifyingEvents = new Set([noticeSent.name, ...templated.map(({ name }) => name)]);
  }

  onSequenced: NonNullable<Capability['onSequenced']> = async (tx, range) => {
    if (![...range.names].some((name) => this.notifyingEvents.has(name))) return;
    const { rows } = await sql<SequencedRow>`
      select e.workspace_id, e.id as event_id, s.position, e.occurred_at, e.name, e.payload, c.name as caused_by, to_json(n) as notice
      from event_sequenced s join event e on e.workspace_id = s.workspace_id and e.id = s.id
      left join notice n on n.workspace_id = e.workspace_id
        and n.id = case when e.name = ${noticeSent.name} then (e.payload->>'noticeId')::uuid end
      left join event c on n.id is not null and c.workspace_id = e.workspace_id and c.id = (e.cause->>'event_id')::uuid
      where s.position between ${range.from} and ${range.to} and s.name = any(${[...this.notifyingEvents]})
        and (s.name = ${noticeSent.name} or e.actor->'via'->>'type' not in ('import', 'module'))
      order by s.position`.execute(tx);
    const sources = rows.flatMap((row) => this.#sourceOf(row) ?? []);
    if (sources.length === 0) return;
    const created = await createNotifications(sources).execute(tx);
    this.#channels.push(...created.rows);
  };

  afterSequenced = (): void => {
    const channels = this.#channels;
    this.#channels = [];
    if (channels.length > 0)
      this.#options.wake(channels.map((row) => ({ workspaceId: row.workspace_id, id: row.channel_id })));
  };

  #sourceOf({ name, payload, notice, caused_by, occurred_at, ...row }: SequencedRow): NotificationSource | null {
    const common = { ...row, occurred_at: occurred_at.toISOString() };
    if (notice) {
      const { id, ...content } = notice;
      return { ...common, ...content, notice_id: id, event_type: caused_by ?? name };
    }
    const template = this.#options.registry.events.get(name)?.definition.notification;
    if (!template) return null;
    const content = renderTemplate(template, payload);
    return { ...common, ...content, roles: null, notice_id: null, channel_id: null, event_type: name };
  }
}
