import type { RawBuilder } from 'kysely';
import type { Capability, KernelServices } from '@cubit/core';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import type { DefaultWires } from './default-wires.js';
import { placeRuns, type PlacementRow, type RunPlacement } from './place-runs.js';
import { releaseWaiting } from './release-runs.js';
import type { Subscriber } from './subscribers.js';
import type { Wakes } from './wakes.js';

interface PlacementOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  readonly wakes: Wakes;
  readonly mayDoSomething: RawBuilder<boolean>;
}

/** Makes the runs that events call for, in the transaction that places the events, and gets them going once it has committed. */
export class Placement {
  readonly #options: PlacementOptions;
  #made: PlacementRow[] = [];
  readonly #sending = new Set<Promise<void>>();

  constructor(options: PlacementOptions) {
    this.#options = options;
  }

  onPlaced: NonNullable<Capability['onPlaced']> = async (tx, range) => {
    const { settings, defaults, subscribers, mayDoSomething } = this.#options;
    const { paused, rateCap, turns, retry } = settings;
    const common: Omit<RunPlacement, 'only'> = {
      range,
      subscribers: [...subscribers.values()],
      mayDoSomething,
      defaults: defaults.fingerprint,
      paused,
      rateCap,
      turns,
      attempts: retry.attempts,
    };
    const { rows } = await placeRuns({ ...common, only: null }).execute(tx);
    this.#made.push(...rows.filter((row) => row.id !== null));
    const stale = rows.filter((row) => row.id === null).map((row) => row.workspace_id);
    if (stale.length === 0) return;
    const ordered = stale.toSorted();
    for (const workspaceId of ordered) await defaults.install(wiresIn(tx), workspaceId);
    const { rows: more } = await placeRuns({ ...common, only: ordered }).execute(tx);
    this.#made.push(...more);
  };

  afterPlaced = (): void => {
    const made = this.#made;
    this.#made = [];
    if (made.length === 0) return;
    const { log } = this.#options.services;
    // What is not told of now, the sweeper tells of later.
    const sending = this.#send(made)
      .catch((error: unknown) => log.warn({ err: error }, 'wire runs could not be sent off'))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  };

  async stop(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(made: readonly PlacementRow[]): Promise<void> {
    const { wakes, settings, services } = this.#options;
    const ready = made.filter((row) => row.published);
    await wakes.send(ready.map((row) => ({ workspaceId: row.workspace_id, id: row.id ?? '' })));
    const workspaceIds = [...new Set(made.filter((row) => !row.published).map((row) => row.workspace_id))];
    if (workspaceIds.length === 0) return;
    // Room may have come about between the count and the commit, when nobody could see these runs.
    await wakes.send(await releaseWaiting(wiresIn(services.database.db), { turns: settings.turns, workspaceIds }));
  }
}
