import type { Capability, CapabilityFactory } from '@cubit/core';
import { defaultWireArchive } from './archive/default-wire-archive.js';
import { wireArchive } from './archive/wire-archive.js';
import { CheckedWires } from './definition/checked-wires.js';
import { awaitEffects } from './dispatch/await-effects.js';
import { DefaultWires } from './dispatch/default-wires.js';
import { Placement } from './dispatch/placement.js';
import { releaseUnpaused } from './dispatch/release-runs.js';
import { mayDoSomething } from './dispatch/spared-runs.js';
import { subscribersOf } from './dispatch/subscribers.js';
import { RUN_QUEUE, runKey } from './dispatch/wake-id.js';
import { Wakes } from './dispatch/wakes.js';
import { runRoutes } from './routes/run.routes.js';
import { trialRoute } from './routes/trial.route.js';
import { wireControlRoutes } from './routes/wire-control.routes.js';
import { wireRoutes } from './routes/wire.routes.js';
import { RunExecutor } from './run/run-executor.js';
import { Runner } from './run/runner.js';
import { wireSettings, type WiresOptions } from './settings.js';
import { wireMigrations } from './tables/migrations.js';
import { wiresIn, type WireDatabase } from './tables/schema.js';
import { Sweeper } from './upkeep/sweeper.js';

export interface WiresCapability extends CapabilityFactory {
  /** Waits until what these events set off has run, or the time is up: makes `Prefer: wait` hold. */
  awaitEffects(workspaceId: string, eventIds: readonly string[], ms: number): Promise<void>;
}

/**
 * Wires, and the subscriptions of modules: what follows from events, exactly once in effect. Its module (`wiresModule`) belongs among the
 * installed ones, or nobody is told of loops and failures.
 */
export function wiresCapability(options: WiresOptions): WiresCapability {
  const settings = wireSettings(options);
  let db: WireDatabase | null = null;
  return {
    name: 'wires',
    migrations: wireMigrations,
    create(host): Capability {
      const { services } = host;
      db = wiresIn(services.database.db);
      const defaults = new DefaultWires(services);
      const subscribers = subscribersOf(services.registry);
      const wires = new CheckedWires(services.registry);
      const executor = new RunExecutor({ host, wires, paused: settings.paused, settings, subscribers });
      const { concurrency } = settings;
      const runner: Runner = new Runner({ services, executor, wakes: () => wakes, concurrency });
      const wakes: Wakes = new Wakes({ queue: options.queue, offer: (key) => runner.offer(key) });
      const placement = new Placement({
        services,
        settings,
        defaults,
        subscribers,
        wakes,
        mayDoSomething: mayDoSomething(services.registry),
      });
      const sweeper = new Sweeper({ services, wakes, turns: settings.turns, keptDays: settings.keptDays });
      const parts = { host, settings, defaults, wires, wakes };
      if (settings.runs) options.queue.consume(RUN_QUEUE, (wake) => runner.run(runKey(wake)), { concurrency });
      return {
        name: 'wires',
        archive: [wireArchive, defaultWireArchive],
        routes: [...wireRoutes(parts), trialRoute(parts), ...runRoutes(parts), ...wireControlRoutes(parts)],
        onPlaced: placement.onPlaced,
        afterPlaced: placement.afterPlaced,
        async start() {
          if (!settings.runs) return;
          if (!settings.paused) await releaseUnpaused(wiresIn(services.database.db));
          runner.start();
          sweeper.start();
        },
        async stop() {
          await sweeper.stop();
          await runner.stop();
          await placement.stop();
        },
      };
    },
    async awaitEffects(workspaceId, eventIds, ms) {
      if (db) await awaitEffects(db, { workspaceId, eventIds, timeoutMs: ms });
    },
  };
}
