import { describe, expect, it } from '@jest/globals';
import { changesBetween, leastBump } from './compare-versions.js';
import type { ModuleDescription, ObjectSchema, Schema } from './project.js';

const description = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) => {
  const fields: ObjectSchema = { type: 'object', properties, required };
  const module: ModuleDescription = {
    name: 'lab',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Lab',
    description: 'For a spec.',
    requires: [],
    kinds: [{ id: 'lab:thing', description: null, fields, lifecycle: null, example: null }],
    actions: [],
    events: [],
    jobs: [],
    routes: [],
    errors: [],
    scopes: [],
    upgrades: [],
    permissions: null,
  };
  return module;
};
const text: Schema = { type: 'string' };
const withJob = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) => {
  const input: ObjectSchema = { type: 'object', properties, required };
  return { ...description({}), jobs: [{ id: 'lab:send', description: null, input }] };
};
const limited = (limit: object) => ({ type: 'number', ...limit }) as Schema;

describe('the least version after a change', () => {
  it.each<[string, ModuleDescription, ModuleDescription, string]>([
    ['nothing', description({ a: text }), description({ a: text }), 'patch'],
    ['an optional field is added', description({ a: text }), description({ a: text, b: text }), 'minor'],
    ['a required field is added', description({ a: text }), description({ a: text, b: text }, ['b']), 'major'],
    [
      'a required field with a default is added',
      description({}),
      description({ b: { ...text, default: 'x' } }, ['b']),
      'minor',
    ],
    ['a field becomes required', description({ a: text }), description({ a: text }, ['a']), 'major'],
    ['a job is added', description({}), withJob({}), 'minor'],
    ['a job is gone', withJob({}), description({}), 'major'],
    ['a waiting job would lack a member', withJob({}), withJob({ a: text }, ['a']), 'major'],
    ['a field is gone', description({ a: text }), description({}), 'major'],
    ['a field has another type', description({ a: text }), description({ a: { type: 'number' } }), 'major'],
    ['a value is gone', description({ a: { enum: ['x', 'y'] } }), description({ a: { enum: ['x'] } }), 'major'],
    ['a value is added', description({ a: { enum: ['x'] } }), description({ a: { enum: ['x', 'y'] } }), 'patch'],
    ['a minimum is added', description({ a: limited({}) }), description({ a: limited({ minimum: 0 }) }), 'major'],
    [
      'a minimum is lower',
      description({ a: limited({ minimum: 1 }) }),
      description({ a: limited({ minimum: 0 }) }),
      'patch',
    ],
    [
      'a maximum is lower',
      description({ a: limited({ maximum: 9 }) }),
      description({ a: limited({ maximum: 8 }) }),
      'major',
    ],
    ['a kind is gone', description({}), { ...description({}), kinds: [] }, 'major'],
    ['a module is required', description({}), { ...description({}), requires: ['spaces'] }, 'major'],
    ['a module is no longer required', { ...description({}), requires: ['spaces'] }, description({}), 'patch'],
  ])('where %s', (_, earlier, later, bump) => {
    expect(leastBump(changesBetween(earlier, later))).toBe(bump);
  });

  it('names what changed', () => {
    expect(changesBetween(description({ a: text }), description({ b: text }))).toEqual([
      { bump: 'major', what: "field of kind 'lab:thing': 'a' is gone" },
      { bump: 'minor', what: "field of kind 'lab:thing': 'b' is new" },
    ]);
  });
});
