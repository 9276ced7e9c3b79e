import { wireNames } from './definition/wire-names.js';
import { type Capability, type CapabilityFactory, Turns } from '@cubit/runtime';
import { defaultWireArchive } from './archive/default-wire-archive.js';
import { wireArchive } from './archive/wire-archive.js';
import { CheckedWires } from './definition/checked-wires.js';
import { wireEffects } from './dispatch/await-effects.js';
import { DefaultWires } from './dispatch/default-wires.js';
import { RunCreator } from './dispatch/run-creator.js';
import { releaseUnpaused } from './dispatch/release-runs.js';
import { mayHaveEffect } from './dispatch/may-have-effect.js';
import { subscribersOf } from './dispatch/subscribers.js';
import { RunBell, RUNS_CHANNEL } from './dispatch/run-bell.js';
import { draftTrialRoute } from './routes/draft-trial.route.js';
import { runRoutes } from './routes/run.routes.js';
import { trialRoute } from './routes/trial.route.js';
import { wireControlRoutes } from './routes/wire-control.routes.js';
import { wireRoutes } from './routes/wire.routes.js';
import { RunExecutor } from './run/run-executor.js';
import { Runner } from './run/runner.js';
import { wireSettings, type WiresOptions } from './settings.js';
import { wireMigrations } from './tables/migrations.js';
import { wiresIn } from './tables/schema.js';
import { Sweeper } from './upkeep/sweeper.js';

/**
 * Executes wires and subscriptions; each run takes effect exactly once. Install `wiresModule` with it: without that module, loops and
 * failures emit no events.
 */
export function wiresCapability(options: WiresOptions): CapabilityFactory {
  const settings = wireSettings(options);
  return {
    name: 'wires',
    migrations: wireMigrations,
    // What its events started since then is to be seen first.
    afterRestore: [
      {
        statement: `insert into wire_workspace (workspace_id, paused)
          select distinct workspace_id, true from wire where enabled and deleted_at is null
          on conflict (workspace_id) do update set paused = true where not wire_workspace.paused`,
        what: 'workspaces whose wires are paused',
      },
    ],
    names: wireNames,
    provides: { effects: ({ database }) => wireEffects(wiresIn(database.db)) },
    create(host): Capability {
      const { services } = host;
      const defaults = new DefaultWires(services);
      const subscribers = subscribersOf(services.registry);
      const wires = new CheckedWires(services.registry);
      const executor = new RunExecutor({ host, wires, paused: settings.paused, settings, subscribers });
      const { concurrency } = settings;
      const runner: Runner = new Runner({ host, executor, turns: () => turns });
      const turns: Turns = new Turns({
        concurrency,
        perWorkspace: Math.ceil(concurrency / 2),
        serve: (workspaceId) => runner.serve(workspaceId),
      });
      const bell = new RunBell({ services, turns: settings.runs ? turns : null });
      const runCreator = new RunCreator({
        services,
        settings,
        defaults,
        subscribers,
        bell,
        mayHaveEffect: mayHaveEffect(services.registry),
      });
      const sweeper = new Sweeper({ services, turns, keptDays: settings.keptDays });
      const routeOptions = { host, settings, defaults, wires, bell };
      // After a lost connection there is no workspace: the sweep finds the runs.
      if (settings.runs) host.listen(RUNS_CHANNEL, (workspaceId) => workspaceId !== '' && turns.ring(workspaceId));
      return {
        name: 'wires',
        archive: [wireArchive, defaultWireArchive],
        routes: [
          ...wireRoutes(routeOptions),
          trialRoute(routeOptions),
          draftTrialRoute(routeOptions),
          ...runRoutes(routeOptions),
          ...wireControlRoutes(routeOptions),
        ],
        onSequenced: runCreator.onSequenced,
        afterSequenced: runCreator.afterSequenced,
        async start() {
          if (!settings.runs) return;
          if (!settings.paused) await releaseUnpaused(wiresIn(services.database.db));
          turns.start();
          sweeper.start();
        },
        async stop() {
          await sweeper.stop();
          await turns.stop();
          await runCreator.stop();
          await bell.stop();
        },
      };
    },
  };
}
