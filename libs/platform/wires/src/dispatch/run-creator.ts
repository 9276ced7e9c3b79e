import type { RawBuilder } from 'kysely';
import type { Capability } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import type { DefaultWires } from './default-wires.js';
import { createRuns, type CreatedRunRow, type CreateRunsOptions } from './create-runs.js';
import { releaseWaiting } from './release-runs.js';
import type { Subscriber } from './subscribers.js';
import type { WakeSender } from './wake-sender.js';

interface RunCreatorOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  readonly wakes: WakeSender;
  readonly mayHaveEffect: RawBuilder<boolean>;
}

/** Creates the runs of events in the transaction that sequences the events, and publishes them after the commit. */
export class RunCreator {
  readonly #options: RunCreatorOptions;
  #created: CreatedRunRow[] = [];
  readonly #sending = new Set<Promise<void>>();

  constructor(options: RunCreatorOptions) {
    this.#options = options;
  }

  onSequenced: NonNullable<Capability['onSequenced']> = async (tx, range) => {
    const { settings, defaults, subscribers, mayHaveEffect } = this.#options;
    const { paused, rateCap, turns, retry } = settings;
    const common: Omit<CreateRunsOptions, 'only'> = {
      range,
      subscribers: [...subscribers.values()],
      mayHaveEffect,
      defaults: defaults.fingerprint,
      paused,
      rateCap,
      turns,
      attempts: retry.attempts,
    };
    const { rows } = await createRuns({ ...common, only: null }).execute(tx);
    this.#created.push(...rows.filter((row) => row.id !== null));
    const stale = rows.filter((row) => row.id === null).map((row) => row.workspace_id);
    if (stale.length === 0) return;
    const ordered = stale.toSorted();
    for (const workspaceId of ordered) await defaults.install(wiresIn(tx), workspaceId);
    const { rows: more } = await createRuns({ ...common, only: ordered }).execute(tx);
    this.#created.push(...more);
  };

  afterSequenced = (): void => {
    const created = this.#created;
    this.#created = [];
    if (created.length === 0) return;
    const { log } = this.#options.services;
    // The sweeper publishes what could not be published here.
    const sending = this.#send(created)
      .catch((error: unknown) => log.warn({ err: error }, 'wire runs could not be published'))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  };

  async stop(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(created: readonly CreatedRunRow[]): Promise<void> {
    const { wakes, settings, services } = this.#options;
    const ready = created.filter((row) => row.published);
    await wakes.send(ready.map((row) => ({ workspaceId: row.workspace_id, id: row.id ?? '' })));
    const workspaceIds = [...new Set(created.filter((row) => !row.published).map((row) => row.workspace_id))];
    if (workspaceIds.length === 0) return;
    // Queue slots may have become free between the count and the commit, when other processes could not see these runs.
    await wakes.send(await releaseWaiting(wiresIn(services.database.db), { turns: settings.turns, workspaceIds }));
  }
}
