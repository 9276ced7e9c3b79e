import type { ModuleDefinition } from '@cubit/core';
import { describe, expect, it } from '@jest/globals';
import {
  CREATES_AGAIN,
  crate,
  LOSES_UPDATES,
  NEVER_EMITS,
  READS_ONE_BY_ONE,
  REFUSES_ITS_EXAMPLE,
  REPEATS_ITS_EFFECT,
  WRITES_IN_READ_ONLY,
} from '../fixtures/swept-modules.js';
import { depot } from '../fixtures/depot.module.js';
import { moduleSweep, type SweepOptions } from './module-sweep.js';

/** Runs the tests that a sweep declares. Returns the message of each that fails, by its title. */
async function failuresOf(
  module: ModuleDefinition,
  options: SweepOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = [];
  const ends: (() => Promise<void>)[] = [];
  moduleSweep(module, {
    ...options,
    runner: {
      describe: (_title, declare) => declare(),
      it: (title, run) => tests.push({ title, run }),
      afterAll: (run) => ends.push(run),
    },
  });
  const failures: Record<string, string> = {};
  try {
    for (const { title, run } of tests)
      await run().catch((error: Error) => {
        failures[title] = error.message;
      });
  } finally {
    for (const end of ends) await end();
  }
  return failures;
}

describe('the sweep of a module', () => {
  it('passes if the module keeps what it declares', async () => {
    expect(await failuresOf(crate)).toEqual({});
  });

  it.each([
    [
      'a readOnly action that writes',
      WRITES_IN_READ_ONLY,
      'writes nothing in crate:peek, which is readOnly',
      "Action 'crate:peek' is readOnly, and its run wrote: insert into record_crate_box.",
    ],
    [
      'an idempotent action with a second effect',
      REPEATS_ITS_EFFECT,
      'has one effect when crate:empty, which is idempotent, runs twice',
      `Action 'crate:empty' is idempotent, and its second run changed {"name":"Screws`,
    ],
    [
      'an idempotent action that creates another record',
      CREATES_AGAIN,
      'has one effect when crate:empty, which is idempotent, runs twice',
      "Action 'crate:empty' is idempotent, and its second run created records: insert into record_crate_box.",
    ],
    [
      'an action that loses updates',
      LOSES_UPDATES,
      'loses no update when crate:count runs several times at once',
      "Runs of action 'crate:count' lead to ",
    ],
    [
      'an event that nothing emits',
      NEVER_EMITS,
      'emits every declared event',
      "No example emits crate.box.counted, which the module declares: emit them in 'also' of moduleSweep.",
    ],
    [
      'statements for each record',
      READS_ONE_BY_ONE,
      'creates and lists 100 records of crate:box with the statements of 1',
      'Creating 1 record of crate:box takes ',
    ],
  ])('names %s, and nothing else', async (_, module, title, message) => {
    expect(await failuresOf(module)).toEqual({ [title]: expect.stringContaining(message) });
  });

  it('names an action that refuses its example, once and several times at once', async () => {
    expect(await failuresOf(REFUSES_ITS_EXAMPLE)).toEqual({
      'runs the example of crate:open': expect.stringContaining("Answered 409 to the example of action 'crate:open'"),
      'loses no update when crate:open runs several times at once': expect.stringMatching(
        /^Each of 5 runs of action 'crate:open' .* is refused: 409/,
      ),
    });
  });
});

describe('the sweep of a module with lifecycles', () => {
  const records: SweepOptions['records'] = {
    'depot:slip': async ({ create, run }) => {
      const { slip } = await run('depot:print', await create('depot:parcel'));
      return { kind: 'depot:slip', id: String(slip) };
    },
  };

  it('creates what examples name, and leads records to where actions run', async () => {
    expect(await failuresOf(depot, { records, emittedBySpecs: ['depot.parcel.late'] })).toEqual({});
  });

  it('names records that it cannot create, and events that other specs need not emit', async () => {
    expect(await failuresOf(depot, { emittedBySpecs: ['depot.parcel.late', 'depot.parcel.sent'] })).toEqual({
      'runs the example of depot:sign': expect.stringContaining("create one in 'records' of moduleSweep."),
      'loses no update when depot:sign runs several times at once':
        expect.stringContaining("'records' of moduleSweep."),
      'emits every declared event':
        "Examples emit depot.parcel.sent: remove them from 'emittedBySpecs' of moduleSweep.",
    });
  });
});
