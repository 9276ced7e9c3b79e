import type { ModuleDefinition } from '@cubit/core';
import { createTestServer, type TestedModule } from './create-test-server.js';
import type { SweepOptions, SweepRunner } from './sweep-options.js';
import { SweepRun, type SweptAction } from './sweep-run.js';

/**
 * Declares the tests that follow from the declarations of a module: every example runs, `readOnly` and `idempotent` hold, runs at
 * once lose no update, every declared event is emitted, and creating and listing 100 records takes as many statements as 1.
 */
export function moduleSweep(tested: TestedModule, options: SweepOptions = {}): void {
  const module = tested as ModuleDefinition;
  const { describe, it, afterAll } = options.runner ?? runnerOfProcess();
  let opened: Promise<SweepRun> | undefined;
  const open = () => (opened ??= openRun(module, options));
  describe(`the declarations of module '${module.name}'`, () => {
    afterAll(async () => {
      await (await opened)?.close();
    });
    for (const action of (module.actions ?? []) as readonly SweptAction[]) declareAction(it, action, open);
    for (const kind of (module.kinds ?? []).filter(({ access }) => access !== 'read-only'))
      it(`creates and lists 100 records of ${kind.id} with the statements of 1`, async () =>
        (await open()).compareStatements(kind));
    it('emits every declared event', async () => (await open()).expectAllEvents());
  });
}

async function openRun(module: ModuleDefinition, options: SweepOptions): Promise<SweepRun> {
  const server = await createTestServer({ modules: [module], ...(options.enable && { enable: options.enable }) });
  try {
    return await SweepRun.open(server, { module, ...options });
  } catch (error) {
    await server.close();
    throw error;
  }
}

function declareAction(it: SweepRunner['it'], action: SweptAction, open: () => Promise<SweepRun>): void {
  const { id, effects } = action;
  it(`runs the example of ${id}`, async () => (await open()).runExample(action));
  if (effects.readOnly)
    it(`writes nothing in ${id}, which is readOnly`, async () => (await open()).expectReadOnly(action));
  if (effects.idempotent && !effects.readOnly)
    it(`has one effect when ${id}, which is idempotent, runs twice`, async () =>
      (await open()).expectIdempotent(action));
  if (!effects.readOnly && action.appliesTo !== 'workspace')
    it(`loses no update when ${id} runs several times at once`, async () => (await open()).expectNoLostUpdate(action));
}

function runnerOfProcess(): SweepRunner {
  const globals = globalThis as Partial<SweepRunner>;
  const { describe, it, afterAll } = globals;
  if (describe && it && afterAll) return { describe, it, afterAll };
  const { describe: suite, it: test, after } = process.getBuiltinModule('node:test');
  return { describe: suite, it: test, afterAll: after };
}
