import type { RawBuilder } from 'kysely';
import { sessionIn } from '@cubit/database';
import type { Capability } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import type { DefaultWires } from './default-wires.js';
import { createRuns, type CreatedRunRow, type CreateRunsOptions } from './create-runs.js';
import { releaseLanes } from './release-runs.js';
import type { RunBell } from './run-bell.js';
import { laneKey, laneOf } from './run-key.js';
import type { Subscriber } from './subscribers.js';

interface RunCreatorOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  readonly bell: RunBell;
  readonly mayHaveEffect: RawBuilder<boolean>;
}

/** Creates the runs of events in the transaction that sequences the events, and rings the bell after the commit. */
export class RunCreator {
  readonly #options: RunCreatorOptions;
  #created: CreatedRunRow[] = [];
  readonly #releasing = new Set<Promise<void>>();

  constructor(options: RunCreatorOptions) {
    this.#options = options;
  }

  onSequenced: NonNullable<Capability['onSequenced']> = async (tx, range) => {
    const { settings, defaults, subscribers, mayHaveEffect } = this.#options;
    const { paused, rateCap, retry } = settings;
    const common: Omit<CreateRunsOptions, 'only'> = {
      range,
      subscribers: [...subscribers.values()],
      mayHaveEffect,
      defaults: defaults.fingerprint,
      paused,
      rateCap,
      attempts: retry.attempts,
    };
    const session = await sessionIn(tx);
    // Planned once for any range: planning it took longer than executing it, and its lateral joins leave no choice.
    session.defer({ text: 'set local plan_cache_mode = force_generic_plan', values: [] });
    const { rows } = await createRuns({ ...common, only: null }).execute(tx);
    session.defer({ text: 'set local plan_cache_mode = auto', values: [] });
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
    const { bell } = this.#options;
    const due = Map.groupBy(
      created.filter((row) => row.due),
      (row) => row.workspace_id,
    );
    if (due.size > 0) bell.ring(new Map([...due].map(([workspaceId, rows]) => [workspaceId, rows.length])));
    this.#releaseLanes(created.filter((row) => !row.due));
  };

  async stop(): Promise<void> {
    await Promise.all(this.#releasing);
  }

  /** The run that these wait for may have finished before they were committed, so that nobody else makes them due. */
  #releaseLanes(waiting: readonly CreatedRunRow[]): void {
    if (waiting.length === 0) return;
    const { services, bell } = this.#options;
    const lanes = waiting.flatMap(
      ({ workspace_id: workspaceId, wire_id: wireId, lane }) => laneOf({ workspaceId, wireId, lane }) ?? [],
    );
    const distinct = [...new Map(lanes.map((lane) => [laneKey(lane), lane])).values()];
    const releasing = releaseLanes(wiresIn(services.database.db), distinct)
      .then(
        (workspaceIds) => bell.ring(new Map(workspaceIds.map((id) => [id, 1]))),
        // The sweep releases them.
        (error: unknown) => services.log.warn({ err: error }, 'the next wire runs could not be made due'),
      )
      .finally(() => this.#releasing.delete(releasing));
    this.#releasing.add(releasing);
  }
}
