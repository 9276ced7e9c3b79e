import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@cubit/web-client';
import { fieldOfSchema } from '@cubit/web-records/fields';
import { conditionOf, isUnfinished, keptLines, type Line, linesOf, lineText, shownLines } from './conditions.js';
import type { EventField } from './event-fields.js';

const field = (expression: string, schema: Schema): EventField => ({
  ...fieldOfSchema(expression.split('.').at(-1) ?? '', schema, false),
  expression,
  of: 'Event',
});
const qty = field('event.payload.qty', { type: 'number' });
const status = field('record.fields.status', { enum: ['open', 'closed'] });
const price = field('record.fields.price', { 'x-type': 'money' });
const loud = field('event.payload.loud', { type: 'boolean' });
const fields = [qty, status, price, loud];

describe('the lines of a condition', () => {
  it('are fields compared with values', () => {
    const { joint, lines } = linesOf(
      'event.payload.qty > 2.5 && record.fields.status != "open" && has(record.fields.price) && event.payload.loud == true',
      fields,
    );
    expect(joint).toBe('all');
    expect(lines.map((line) => [line.field, line.operator, line.value])).toEqual([
      [qty, 'above', '2.5'],
      [status, 'is not', 'open'],
      // Whether there is money is asked of all of it.
      [undefined, undefined, undefined],
      [loud, 'is', true],
    ]);
    expect(linesOf('record.fields.price.amount >= 10', fields).lines[0]).toMatchObject({
      field: price,
      operator: 'at least',
    });
  });

  it('are alternatives where they are joined so', () => {
    expect(linesOf('event.payload.qty > 2 || record.fields.status == "open" && event.payload.loud', fields)).toEqual({
      joint: 'any',
      lines: [
        expect.objectContaining({ field: qty, operator: 'above', value: '2' }),
        expect.objectContaining({ isExpression: true, text: 'record.fields.status == "open" && event.payload.loud' }),
      ],
    });
  });

  it.each([
    'event.payload.qty > 2 ? event.payload.loud : event.payload.qty == 1 || event.payload.qty == 2',
    '(event.payload.qty > 2 || event.payload.loud)',
    'event.payload.other == 1',
    'event.payload.qty > record.fields.min',
    'size(event.payload.userIds) > 0',
  ])('are an expression where they are more: %s', (condition) => {
    expect(linesOf(condition, fields).lines).toMatchObject([{ isExpression: true, text: condition }]);
  });

  it.each([
    'event.payload.qty > 2.5 && record.fields.status != "open"',
    'record.fields.price.amount >= 10',
    'event.payload.loud == true',
    'event.payload.qty > 2 || event.payload.loud',
    'event.payload.qty > 2 || event.payload.loud == true && has(event.payload.qty)',
    'record.fields.status == "a || b?" && event.payload.qty == 1',
    'size(event.payload.userIds) > 0 && event.payload.qty == 1',
  ])('make the condition that they were read from: %s', (condition) => {
    expect(conditionOf(linesOf(condition, fields))).toBe(condition);
  });

  it('leave out those that are not complete, and put brackets around a choice', () => {
    const line = (more: Partial<Line>): Line => ({ key: 0, text: '', value: undefined, isExpression: false, ...more });
    expect(lineText(line({ field: qty, operator: 'above' }))).toBeUndefined();
    expect(lineText(line({ isExpression: true, text: ' ' }))).toBeUndefined();
    const lines = [
      line({ field: qty, operator: 'above', value: '2' }),
      line({}),
      line({ isExpression: true, text: 'event.payload.loud || event.payload.qty == 9' }),
    ];
    expect(conditionOf({ joint: 'all', lines })).toBe(
      'event.payload.qty > 2 && (event.payload.loud || event.payload.qty == 9)',
    );
    expect(conditionOf({ joint: 'any', lines })).toBe(
      'event.payload.qty > 2 || event.payload.loud || event.payload.qty == 9',
    );
    expect(conditionOf({ joint: 'all', lines: [] })).toBe('');
  });
});

describe('lines that a draft keeps', () => {
  const line = (more: Partial<Line>): Line => ({ key: 0, text: '', value: undefined, isExpression: false, ...more });
  const begun = line({ key: 1, field: qty, operator: 'above', asks: 'value' });

  it('are those that the condition does not say, as JSON', () => {
    const lines = [line({ field: status, operator: 'is', value: 'open' }), begun, line({ key: 2 })];
    const kept = keptLines({ joint: 'any', lines });
    expect(shownLines('', JSON.parse(JSON.stringify(kept)), fields)).toEqual({
      joint: 'any',
      lines: [lines[0], line({ key: 1, field: qty, operator: 'above' }), line({ key: 2 })],
    });
    expect(shownLines('', kept, []).lines.map(({ field: known }) => known)).toEqual([undefined, undefined, undefined]);
  });

  it('are none where the condition says all of them', () => {
    const condition = 'event.payload.qty > 2 || event.payload.loud == true';
    expect(keptLines(linesOf(condition, fields))).toBeUndefined();
    expect(keptLines({ joint: 'any', lines: [line({ isExpression: true, text: 'true' })] })).toBeDefined();
  });

  it('are unfinished with a field and no value', () => {
    expect([begun, { ...begun, value: '3' }, line({}), line({ isExpression: true })].map(isUnfinished)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
