import { describe, expect, it } from '@jest/globals';
import type { CelSchema } from '../values/cel-type.js';
import { CelTemplateError, checkCelTemplate, evaluateCelTemplate } from './cel-template.js';

const MOMENT = { now: new Date('2026-02-10T12:00:00.000Z') };

const schema: CelSchema = {
  variables: {
    event: {
      type: {
        object: {
          payload: {
            type: {
              object: { name: { type: 'string' }, quantity: { type: 'number' }, tags: { type: { list: 'string' } } },
            },
          },
        },
      },
    },
  },
};

const event = { payload: { name: 'M3 bolt', quantity: 2, tags: ['smd'] } };

function render(template: unknown, values: Record<string, unknown> = { event }): unknown {
  return evaluateCelTemplate(checkCelTemplate(template, schema), values, MOMENT);
}

function faultsOf(template: unknown): readonly unknown[] {
  try {
    checkCelTemplate(template, schema);
  } catch (error) {
    if (error instanceof CelTemplateError) return error.faults;
    throw error;
  }
  throw new Error('The template passed.');
}

describe('a template', () => {
  it('keeps the type of a string that is a single expression', () => {
    expect(render({ qty: '${event.payload.quantity + 1}', tags: '${event.payload.tags}' })).toEqual({
      qty: 3,
      tags: ['smd'],
    });
  });

  it('inserts expressions into a text', () => {
    expect(render('Low: ${event.payload.name} (${event.payload.quantity} left, ${event.payload.quantity < 3})')).toBe(
      'Low: M3 bolt (2 left, true)',
    );
  });

  it('leaves other values unchanged', () => {
    const fixed = { a: [1, null, true, 'x'], b: { c: '$5 {x}' } };
    expect(render(fixed)).toEqual(fixed);
  });

  it.each([
    ['${event.payload.name + "}"}', 'M3 bolt}'],
    ["${'}' + event.payload.name}", '}M3 bolt'],
    ['${"\\"}"}', '"}'],
    ['${r"\\d}"}', '\\d}'],
    ['${"""}"""}', '}'],
    ['$${event.payload.name}', '${event.payload.name}'],
    ['a $${x} ${event.payload.quantity}', 'a ${x} 2'],
  ])('finds the end of an expression, and reads $${ as a literal ${: %s', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it('omits members whose expression is absent, and no others', () => {
    const template = {
      note: '${event.payload.name}',
      text: 'Part ${event.payload.name}.',
      list: ['${event.payload.name}'],
      fixed: null,
    };
    expect(render(template, {})).toEqual({ text: 'Part .', list: [null], fixed: null });
  });

  it('lists the expressions that are whole values, with their types', () => {
    const { placeholders } = checkCelTemplate(
      { qty: '${event.payload.quantity}', 'a/b': ['${now()}'], text: 'x${1}' },
      schema,
    );
    expect(placeholders).toEqual([
      { path: '/qty', type: 'number' },
      { path: '/a~1b/0', type: 'timestamp' },
    ]);
  });

  it('reports every fault with its path and position', () => {
    expect(
      faultsOf({
        qty: '${event.payload.quantty}',
        list: ['ok', 'so ${1 +}'],
        open: 'x ${1',
        tags: 'a ${event.payload.tags}',
      }),
    ).toEqual([
      expect.objectContaining({ path: '/qty', code: 'unknown_name', position: 16 }),
      expect.objectContaining({ path: '/list/1', code: 'syntax', position: 8 }),
      expect.objectContaining({ path: '/open', code: 'syntax', position: 2 }),
      expect.objectContaining({ path: '/tags', code: 'type', position: 4 }),
    ]);
  });

  it('does not evaluate expressions in values', () => {
    expect(render('${event.payload.name}', { event: { payload: { name: '${event.payload.quantity}' } } })).toBe(
      '${event.payload.quantity}',
    );
  });

  it('has limits for expressions and depth', () => {
    expect(faultsOf(Array.from({ length: 101 }, () => '${1}'))).toEqual([
      expect.objectContaining({ path: '/100', code: 'limit' }),
    ]);
    let deep: unknown = 'x';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(faultsOf(deep)).toEqual([expect.objectContaining({ code: 'limit' })]);
  });

  it('treats __proto__ as a normal member name', () => {
    const template: unknown = JSON.parse('{"__proto__": "${event.payload.name}"}');
    expect(Object.entries(render(template) as object)).toEqual([['__proto__', 'M3 bolt']]);
  });
});
