import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import type { KindHints } from '@cubit/web-contract';
import { describe, expect, it } from '@jest/globals';
import { arrangeFields, factsOf, isWhole } from './facts.js';

const field = (name: string, given: Partial<UiField> = {}): UiField => ({
  ...{ name, title: name, description: null, type: 'text', required: false, read_only: false, fixed: false },
  ...{ sortable: true, custom: false, schema: {}, ui: {} },
  ...given,
});

const fields = [
  field('name', { required: true }),
  field('note'),
  field('members', { type: 'users' }),
  field('total', { read_only: true }),
  field('done', { read_only: true }),
  field('code', { fixed: true }),
  field('cause', { ui: { visible: { field: 'note', is: 'broken' } } }),
  field('secret', { ui: { hidden: true } }),
];

interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly added?: readonly string[];
  readonly ui?: KindHints;
  readonly update?: boolean;
  readonly deletedAt?: string;
}

function arranged({ values, added = [], ui = {}, update = true, deletedAt }: Given) {
  const kind = { fields, ui, can: { create: true, update, delete: true } } as unknown as UiKind;
  const record = { id: '1', fields: values, deleted_at: deletedAt ?? null } as unknown as CubitRecord;
  const { rows, empty } = arrangeFields({ kind, record, added });
  return { rows: rows.map(({ name }) => name), empty: empty.map(({ name }) => name) };
}

describe('the facts of a record', () => {
  const shown = (values: object) => {
    const ui = { facts: ['total', 'done', { field: 'count', of: 5 }, 'share', 'note', 'gone'] };
    const of = [...fields, field('count'), field('share', { ui: { widget: 'progress', unit: '%' } })];
    const record = { fields: values } as unknown as CubitRecord;
    return factsOf({ fields: of, ui } as unknown as UiKind, record).map((fact) => fact.field);
  };

  it('are those with a value', () => {
    expect(shown({ total: 3, done: true, count: 2, note: '' })).toEqual(['total', 'done', 'count']);
  });

  it('leave out what is zero or no, but the first of them and bars', () => {
    expect(shown({ total: 0, done: false, count: 0, share: 0, note: 'x' })).toEqual([
      'total',
      'count',
      'share',
      'note',
    ]);
  });
});

describe('the facts of a record with conditions and bars', () => {
  const count = field('count');
  const minimum = field('minimum');
  const outcome = field('outcome', { ui: { visible: { field: 'status', is: 'done' } } });
  const kind = {
    fields: [count, minimum, outcome],
    ui: { facts: [{ field: 'count', of: 'minimum' }, 'outcome'] },
  } as unknown as UiKind;
  const recordOf = (values: object) =>
    ({ fields: { count: 3, outcome: 'pending', ...values } }) as unknown as CubitRecord;

  it('have none whose condition does not hold', () => {
    const shown = (status: string) => factsOf(kind, recordOf({ status })).map((fact) => fact.field);
    expect(shown('done')).toEqual(['count', 'outcome']);
    expect(shown('cancelled')).toEqual(['count']);
  });

  it('name the whole of a bar that is drawn', () => {
    expect(isWhole(kind, minimum, recordOf({ minimum: 50 }))).toBe(true);
    expect(isWhole(kind, minimum, recordOf({ minimum: 0 }))).toBe(false);
    expect(isWhole(kind, count, recordOf({ minimum: 50 }))).toBe(false);
  });
});

describe('the fields on the page of a record', () => {
  it('have a row each if they have a value, and wait to be added if they can be given one', () => {
    expect(arranged({ values: { name: 'Bolt', members: [], total: 3 } })).toEqual({
      rows: ['name', 'total'],
      empty: ['note', 'members'],
    });
  });

  it('have a row once they are added', () => {
    expect(arranged({ values: { name: 'Bolt' }, added: ['note'] })).toEqual({
      rows: ['name', 'note'],
      empty: ['members'],
    });
  });

  it.each([
    ['for a reader', { update: false }],
    ['in the trash', { deletedAt: '2026-01-02T00:00:00.000Z' }],
  ])('cannot be added %s', (_, given) => {
    expect(arranged({ values: { name: 'Bolt' }, ...given })).toEqual({ rows: ['name'], empty: [] });
  });

  it('count zero and no as values', () => {
    expect(arranged({ values: { name: 'Bolt', total: 0, done: false } }).rows).toEqual(['name', 'total', 'done']);
  });

  it('stand once: facts with a value are no rows', () => {
    const ui = { facts: ['total', { field: 'note' }, { title: 'Lies in', kind: 'a:b', by: 'c', field: 'done' }] };
    const values = { name: 'Bolt', total: 3, done: true, note: 'x' };
    expect(arranged({ values, ui }).rows).toEqual(['name', 'done']);
    expect(arranged({ values: { name: 'Bolt', done: true }, ui }).empty).toEqual(['note', 'members']);
  });

  it('are left out where they do not apply', () => {
    expect(arranged({ values: { name: 'Bolt', note: 'broken' } }).empty).toEqual(['members', 'cause']);
  });
});
