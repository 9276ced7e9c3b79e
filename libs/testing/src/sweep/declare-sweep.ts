import type { ModuleDefinition } from '@cubit/core';
import type { SweepOptions, SweepRunner, SweepSetup, SweptServer } from './sweep-options.js';
import { SweepRun, type SweptAction } from './sweep-run.js';

/** Rounds in workspaces without other records, after a difference in those that all actions share. */
const ROUNDS = 3;

/** The workspaces of a sweep. Each is opened when a test first needs it. */
class Sweep {
  readonly #open: () => Promise<SweepRun>;
  readonly #runs = new Map<string, Promise<SweepRun>>();

  constructor(open: () => Promise<SweepRun>) {
    this.#open = open;
  }

  in(name: 'main' | 'at once' | 'one by one'): Promise<SweepRun> {
    const known = this.#runs.get(name) ?? this.#open();
    this.#runs.set(name, known);
    return known;
  }

  /** Runs on records that refer to the same ones: at once, and in a workspace with the same records one after the other. */
  async expectNoLostUpdate(action: SweptAction): Promise<void> {
    const compare = async (first: SweepRun, second: SweepRun) => {
      const expected = await first.figuresOfRuns(action, 'one by one');
      const found = await second.figuresOfRuns(action, 'at once');
      return found === expected ? null : { expected, found };
    };
    let difference = await compare(await this.in('one by one'), await this.in('at once'));
    if (difference === null) return;
    // What other actions have left behind can matter, and be different in the two.
    for (let round = 0; round < ROUNDS; round += 1) {
      difference = await compare(await this.#open(), await this.#open());
      if (difference === null) continue;
      const { expected, found } = difference;
      throw new Error(
        `Runs of action '${action.id}' lead to ${expected} one after the other, and to ${found} at once.`,
      );
    }
  }
}

/**
 * Declares the tests that follow from the declarations of a module: every example runs, `readOnly` and `idempotent` hold, runs at
 * once lose no update, every declared event is emitted, and creating and listing 100 records takes as many statements as 1.
 */
export function declareSweep(
  module: ModuleDefinition,
  options: SweepOptions,
  openServer: () => Promise<SweptServer>,
): void {
  const { describe, it, afterAll } = options.runner ?? runnerOfProcess();
  let opened: Promise<SweptServer> | undefined;
  const known = new Map();
  const sweep = new Sweep(async () =>
    SweepRun.open({ module, options, known, server: await (opened ??= openServer()) }),
  );
  describe(`the declarations of module '${module.name}'`, () => {
    afterAll(async () => {
      await (await opened)?.close();
    });
    for (const action of (module.actions ?? []) as readonly SweptAction[]) declareAction(it, action, sweep);
    for (const kind of (module.kinds ?? []).filter(({ access }) => access !== 'read-only'))
      it(`creates and lists 100 records of ${kind.id} with the statements of 1`, async () =>
        (await sweep.in('main')).compareStatements(kind));
    it('emits every declared event', async () => (await sweep.in('main')).expectAllEvents());
  });
}

/** A workspace in which records are created from examples, as in a sweep. */
export async function openExamples(module: ModuleDefinition, server: SweptServer): Promise<SweepSetup> {
  return (await SweepRun.open({ module, server, options: {}, known: new Map() })).setup();
}

function declareAction(it: SweepRunner['it'], action: SweptAction, sweep: Sweep): void {
  const { id, effects } = action;
  it(`runs the example of ${id}`, async () => (await sweep.in('main')).runExample(action));
  if (effects.readOnly)
    it(`writes nothing in ${id}, which is readOnly`, async () => (await sweep.in('main')).expectReadOnly(action));
  if (effects.idempotent && !effects.readOnly)
    it(`has one effect when ${id}, which is idempotent, runs twice`, async () =>
      (await sweep.in('main')).expectIdempotent(action));
  if (!effects.readOnly && action.appliesTo !== 'workspace')
    it(`loses no update when ${id} runs several times at once`, () => sweep.expectNoLostUpdate(action));
}

function runnerOfProcess(): SweepRunner {
  const globals = globalThis as Partial<SweepRunner>;
  const { describe, it, afterAll } = globals;
  if (describe && it && afterAll) return { describe, it, afterAll };
  const { describe: suite, it: test, after } = process.getBuiltinModule('node:test');
  return { describe: suite, it: test, afterAll: after };
}
