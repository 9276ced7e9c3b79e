import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CelSchema, checkCel, evaluateCel } from '@cubit/expressions';
import { filterSchemaOf } from '@cubit/records';
import { createTestServer, type TestServer } from '@cubit/testing';
import { depot as depotModule } from '../../fixtures/depot.module.js';
import { depotCapabilities, startDepot, type Depot, type Rec } from '../../fixtures/start-depot.js';

/** `FILTER_RUNS=5000 FILTER_SEED=$RANDOM npx jest custom-filters` tests more. */
const RUNS = Number(process.env['FILTER_RUNS'] ?? 100);
const SEED = Number(process.env['FILTER_SEED'] ?? 1);
const RUN_MS = 30_000 + RUNS * 100;
const RECORDS = 60;
const NOW = new Date('2026-02-10T12:00:00.000Z');

const TEXTS = ['', 'a', 'A', 'ab', 'ä', '10', '9', 'b c', `'`, '%', '_', '\\'];
const NUMBERS = [0, 1, -1, 2.5, 0.1, 0.000001, 9, 10, 1e9, -1e9];
const DATES = ['2026-01-31', '2026-02-10', '1999-12-31'];
const TIMES = ['2026-02-10T12:00:00.000Z', '2026-02-10T11:59:59.999Z', '2030-01-01T00:00:00.000Z'];
const OPTIONS = ['red', 'green', 'blue'];
const AMOUNTS = ['0', '1.50', '1.5', '-3', '12345678901.2345'];

const DEFINITIONS = [
  { name: 'c_text', type: 'text' },
  { name: 'c_other', type: 'long_text' },
  { name: 'c_number', type: 'number' },
  { name: 'c_integer', type: 'integer' },
  { name: 'c_boolean', type: 'boolean' },
  { name: 'c_date', type: 'date' },
  { name: 'c_datetime', type: 'datetime' },
  { name: 'c_select', type: 'select', options: OPTIONS },
  { name: 'c_multi_select', type: 'multi_select', options: OPTIONS },
  { name: 'c_money', type: 'money' },
];

const values = fc.record(
  {
    c_text: fc.constantFrom(...TEXTS),
    c_other: fc.constantFrom(...TEXTS),
    c_number: fc.constantFrom(...NUMBERS),
    c_integer: fc.integer({ min: -3, max: 3 }),
    c_boolean: fc.boolean(),
    c_date: fc.constantFrom(...DATES),
    c_datetime: fc.constantFrom(...TIMES),
    c_select: fc.constantFrom(...OPTIONS),
    c_multi_select: fc.subarray(OPTIONS),
    c_money: fc.record({ amount: fc.constantFrom(...AMOUNTS), currency: fc.constantFrom('EUR', 'USD') }),
  },
  { requiredKeys: [] },
);

const text = fc.constantFrom(...TEXTS).map((value) => JSON.stringify(value));
const number = fc.constantFrom('0', '1', '-1', '2.5', '0.1', '9', '10', '1000000000');
const compare = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const option = fc.constantFrom(...OPTIONS).map((value) => JSON.stringify(value));
const time = fc.constantFrom(...TIMES).map((value) => `timestamp("${value}")`);
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((words) => words.join(' '));
const is = (fixed: string) => fc.constant(fixed);

const atom = fc.oneof(
  join(fc.constantFrom('c_text', 'c_other'), compare, text),
  join(is('c_text'), compare, is('c_other')),
  join(
    fc.constantFrom('c_text', 'c_other'),
    is('in'),
    fc.array(text, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  ),
  fc
    .tuple(fc.constantFrom('startsWith', 'endsWith', 'contains'), text)
    .map(([call, part]) => `c_text.${call}(${part})`),
  join(fc.constantFrom('c_number', 'c_integer', 'c_money.amount', 'c_number + c_integer'), compare, number),
  join(is('c_number'), compare, is('c_integer')),
  join(fc.constantFrom('c_date', 'c_datetime'), compare, time),
  join(is('c_date'), compare, is('c_datetime')),
  join(is('c_select'), fc.constantFrom('==', '!='), option),
  join(option, is('in c_multi_select')),
  join(is('c_money.currency =='), fc.constantFrom('"EUR"', '"GBP"')),
  join(is('c_boolean =='), fc.constantFrom('true', 'false')),
  fc.constantFrom(
    'c_boolean',
    'has(c_text)',
    'has(c_money)',
    'c_date == null',
    'c_multi_select != null',
    'size(c_text) > 1',
  ),
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    atom,
    tie('expression').map((inner) => `!(${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
}));

let server: TestServer;
let depot: Depot;
let schema: CelSchema;
let records: readonly Rec[];
beforeAll(async () => {
  server = await createTestServer({ modules: [depotModule], capabilities: depotCapabilities, now: () => NOW });
  depot = await startDepot(server);
  for (const definition of DEFINITIONS) await depot.define(definition);
  const sampled = fc.sample(values, { numRuns: RECORDS, seed: SEED });
  const operations = sampled.map((fields, index) => ({ op: 'create', fields: { name: `Thing ${index}`, ...fields } }));
  await depot.member.post(`${depot.things}/batch`, { operations });
  records = (await depot.member.get<{ data: readonly Rec[] }>(`${depot.things}?limit=200`)).body.data;
  const { workspaces, database } = server.kernel.services;
  const shape = (await workspaces.load(database.db, depot.workspace.id, -1)).kinds.get('depot:thing');
  if (!shape) throw new Error('The kind is not there.');
  schema = filterSchemaOf(shape);
});
afterAll(() => server.close());

describe('a filter over custom fields', () => {
  it(
    'returns exactly the records for which the expression is true in memory',
    async () => {
      expect(records).toHaveLength(RECORDS);
      await fc.assert(
        fc.asyncProperty(expression, async (filter) => {
          const checked = checkCel(filter, schema, 'bool');
          const holding = records.filter(
            ({ fields, ...columns }) => evaluateCel(checked, { ...fields, ...columns }, { now: NOW }) === true,
          );
          const found = await depot.titles({ filter, limit: '200' });
          expect({ filter, found: [...found].sort() }).toEqual({
            filter,
            found: holding.map(({ title }) => title).sort(),
          });
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    RUN_MS,
  );
});
