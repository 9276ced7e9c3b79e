import { setTimeout as sleep } from 'node:timers/promises';
import { asUnavailable, isCubitError, type CapabilityHost, type ChannelContext } from '@cubit/core';
import type { ChannelConfigs } from '../channel/channel-configs.js';
import { linkUrl } from '../bell/link-url.js';
import { digestTime, quietUntil } from '../preferences/when-to-send.js';
import { notificationsIn } from '../tables/schema.js';
import type { ChannelKey } from './channel-key.js';
import { claimCollected, postpone, type Claimed } from './claim.js';
import { settle } from './settle.js';
import { outcomeOf, refused, type Outcome } from './ways-out.js';

const WRITE_ATTEMPTS = 20;
const WRITE_RETRY_MS = 500;

export interface CourierOptions {
  readonly host: CapabilityHost;
  readonly configs: ChannelConfigs;
  readonly out: ChannelContext;
  /** This process. */
  readonly owner: string;
}

type Letter = readonly [Claimed, ...Claimed[]];

/** Makes claimed deliveries: now, later, or not at all. */
export class Courier {
  readonly #options: CourierOptions;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** What goes out together: each delivery by itself, but what is collected for somebody in one. */
  letters(claimed: readonly Claimed[]): readonly Letter[] {
    const collected = Map.groupBy(
      claimed.filter(({ digest }) => digest),
      ({ user }) => user?.id ?? '',
    );
    return [
      ...claimed.filter(({ digest }) => !digest).map((one): Letter => [one]),
      ...[...collected.values()].map(([first, ...rest]): Letter => [first as Claimed, ...rest]),
    ];
  }

  /** Never throws: a delivery whose end cannot be written is `unknown` in the end. Answers whether the channel did what it should. */
  async deliver(key: ChannelKey, letter: Letter): Promise<boolean> {
    const { host } = this.#options;
    const { log, now } = host.services;
    try {
      const [first] = letter;
      const later = this.#postponement(first, now());
      if (later) {
        for (const { id } of letter) await this.#postpone(key, { notificationId: id, ...later });
        return true;
      }
      const whole = first.digest && first.user ? await this.#completed(key, letter, first.user.id) : letter;
      const started = performance.now();
      const outcome = await this.#send(whole);
      await this.#write(key, whole, { outcome, durationMs: Math.round(performance.now() - started) });
      return outcome.state === 'delivered';
    } catch (error) {
      log.error({ err: error, channel: key.id }, 'what became of a delivery could not be written');
      return false;
    }
  }

  #postponement(
    { test, priority, setting, digest, channel, config, workspace }: Claimed,
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
    await this.#insistently(() => postpone(notificationsIn(host.services.database.db), key, { owner, ...later }));
  }

  async #completed(key: ChannelKey, letter: Letter, userId: string): Promise<Letter> {
    const { host, owner } = this.#options;
    const { database, now } = host.services;
    const more = await claimCollected(notificationsIn(database.db), key, { owner, userId, now: now() });
    return [...letter, ...more];
  }

  async #send(letter: Letter): Promise<Outcome> {
    const [first] = letter;
    const { channel, user, workspace, config, test } = first;
    const { services } = this.#options.host;
    if (!workspace) return refused('The workspace was deleted.');
    if (channel.deleted) return refused('The channel was deleted.');
    if (!channel.enabled && !test) return refused('The channel was disabled.');
    if (!user) return refused('Whom it was for is no member of the workspace any more.');
    const registered = services.registry.channels.get(channel.type);
    const schema = await services.workspaces.load(services.database.db, workspace.id, workspace.schema_version);
    if (!registered || !schema.modules.has(registered.module))
      return refused(`The module that knows channels of the type '${channel.type}' is off.`);
    const at = { publicUrl: services.settings.publicUrl, slug: workspace.slug };
    const outbound = letter.map((one) => ({
      id: one.id,
      eventType: one.event_type,
      message: one.message,
      linkUrl: linkUrl(one.link, at),
      priority: one.priority,
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
      user,
      occurredAt: one.occurred_at.toISOString(),
    }));
    const { out, configs } = this.#options;
    const { definition } = registered;
    const [single] = outbound;
    return outcomeOf(
      async () => {
        const opened = configs.open(config, { workspaceId: workspace.id, id: channel.id });
        if (first.digest && definition.digest) return definition.digest.send(out, opened, outbound);
        if (!single) throw new Error('A letter has no content.');
        return definition.send(out, opened, single);
      },
      (error) => services.log.error({ err: error, channel: channel.id }, 'a channel met a defect'),
    );
  }

  async #write(
    { workspaceId }: ChannelKey,
    deliveries: Letter,
    end: { readonly outcome: Outcome; readonly durationMs: number },
  ): Promise<void> {
    const { host, owner } = this.#options;
    await this.#insistently(() => settle(host, { workspaceId, deliveries, owner, ...end }));
  }

  /** It is done, so a database that is away for a moment must not make it be forgotten. */
  async #insistently(write: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        const seen = asUnavailable(error);
        if (!isCubitError(seen) || seen.code !== 'unavailable' || attempt >= WRITE_ATTEMPTS) throw error;
        await sleep(WRITE_RETRY_MS);
      }
    }
  }
}
