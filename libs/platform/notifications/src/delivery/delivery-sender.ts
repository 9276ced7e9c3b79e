import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import type { ChannelContext } from '@cubit/core/host';
import type { ChannelConfigs } from '../channel/channel-configs.js';
import { linkUrl } from '../bell/link-url.js';
import { digestTime, quietUntil } from '../preferences/when-to-send.js';
import { notificationsIn } from '../tables/schema.js';
import type { ChannelKey } from './channel-key.js';
import { claimCollected, postponeDelivery, type ClaimedDelivery } from './claim.js';
import { recordOutcome } from './record-outcome.js';
import { datesInWords } from './dates-in-words.js';
import { sendOnce, refused, type DeliveryResult } from './channel-context.js';

/** Five minutes in total: an outage such as a full disk lasts longer than seconds. */
const ATTEMPTS = 600;
const RETRY_MS = 500;

export interface DeliverySenderOptions {
  readonly host: CapabilityHost;
  readonly configs: ChannelConfigs;
  readonly out: ChannelContext;
  /** Id of this process. */
  readonly owner: string;
}

type DeliveryBatch = readonly [ClaimedDelivery, ...ClaimedDelivery[]];

/** Sends, postpones or refuses claimed deliveries. */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /** Groups deliveries that are sent together: one batch per delivery, and one batch per user for digests. */
  batches(claimed: readonly ClaimedDelivery[]): readonly DeliveryBatch[] {
    const collected = Map.groupBy(
      claimed.filter(({ digest }) => digest),
      ({ user }) => user?.id ?? '',
    );
    return [
      ...claimed.filter(({ digest }) => !digest).map((one): DeliveryBatch => [one]),
      ...[...collected.values()].map(([first, ...rest]): DeliveryBatch => [first as ClaimedDelivery, ...rest]),
    ];
  }

  /** Never throws: if the outcome cannot be recorded, the delivery becomes `unknown`. False if the delivery failed. */
  async deliver(key: ChannelKey, batch: DeliveryBatch): Promise<boolean> {
    const { host } = this.#options;
    const { log, now } = host.services;
    try {
      const [first] = batch;
      const later = this.#postponement(first, now());
      if (later) {
        for (const { id } of batch) await this.#postpone(key, { notificationId: id, ...later });
        return true;
      }
      const toSend = first.digest && first.user ? await this.#withCollected(key, batch, first.user.id) : batch;
      const started = performance.now();
      const outcome = await this.#send(toSend);
      await this.#recordOutcome(key, toSend, { outcome, durationMs: Math.round(performance.now() - started) });
      return outcome.state === 'delivered';
    } catch (error) {
      log.error({ err: error, channel: key.id }, 'the outcome of a delivery could not be recorded');
      return false;
    }
  }

  #postponement(
    { test, priority, setting, digest, channel, config, workspace }: ClaimedDelivery,
    now: Date,
  ): { readonly dueAt: Date; readonly digest: boolean } | null {
    if (test || priority === 'urgent' || !setting || !workspace) return null;
    const until = quietUntil(now, setting);
    if (until) return { dueAt: until, digest };
    if (digest || setting.email_digest === 'off') return null;
    const definition = this.#options.host.services.registry.channels.get(channel.type)?.definition;
    if (!definition?.digest) return null;
    const opened = this.#options.configs.open(config, { workspaceId: workspace.id, id: channel.id });
    if (!definition.digest.isPersonal(opened)) return null;
    return { dueAt: digestTime(now, setting.email_digest, setting.time_zone), digest: true };
  }

  async #postpone(
    key: ChannelKey,
    later: { readonly notificationId: string; readonly dueAt: Date; readonly digest: boolean },
  ): Promise<void> {
    const { host, owner } = this.#options;
    await this.#withRetries(() =>
      postponeDelivery(notificationsIn(host.services.database.db), key, { owner, ...later }),
    );
  }

  async #withCollected(key: ChannelKey, batch: DeliveryBatch, userId: string): Promise<DeliveryBatch> {
    const { host, owner } = this.#options;
    const { database, now } = host.services;
    const more = await claimCollected(notificationsIn(database.db), key, { owner, userId, now: now() });
    return [...batch, ...more];
  }

  async #send(batch: DeliveryBatch): Promise<DeliveryResult> {
    const [first] = batch;
    const { channel, user, workspace, config, test } = first;
    const { services } = this.#options.host;
    if (!workspace) return refused('The workspace was deleted.');
    if (channel.deleted) return refused('The channel was deleted.');
    if (!channel.enabled && !test) return refused('The channel was disabled.');
    if (!user) return refused('The recipient is no longer a member of the workspace.');
    const registered = services.registry.channels.get(channel.type);
    const { db } = services.database;
    const schema = await this.#withRetries(() => services.workspaces.load(db, workspace.id, workspace.schema_version));
    if (!registered || !schema.modules.has(registered.module))
      return refused(`The module of channel type '${channel.type}' is not enabled.`);
    const at = { publicUrl: services.settings.publicUrl, slug: workspace.slug };
    const outbound = batch.map((one) => ({
      id: one.id,
      eventType: one.event_type,
      message: datesInWords(one.message, one.setting?.time_zone ?? 'UTC'),
      linkUrl: linkUrl(one.link, at),
      priority: one.priority,
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
      user,
      occurredAt: one.occurred_at.toISOString(),
    }));
    const { out, configs } = this.#options;
    const { definition } = registered;
    const [single] = outbound;
    return sendOnce(
      async () => {
        const opened = configs.open(config, { workspaceId: workspace.id, id: channel.id });
        if (first.digest && definition.digest) return definition.digest.send(out, opened, outbound);
        if (!single) throw new Error('A delivery batch is empty.');
        return definition.send(out, opened, single);
      },
      (error) => services.log.error({ err: error, channel: channel.id }, 'a channel failed unexpectedly'),
    );
  }

  async #recordOutcome(
    { workspaceId }: ChannelKey,
    deliveries: DeliveryBatch,
    end: { readonly outcome: DeliveryResult; readonly durationMs: number },
  ): Promise<void> {
    const { host, owner } = this.#options;
    await this.#withRetries(() => recordOutcome(host, { workspaceId, deliveries, owner, ...end }));
  }

  /** Retries during an outage of the database: the outcome of a sent delivery must not be lost. */
  async #withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || attempt >= ATTEMPTS) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}
