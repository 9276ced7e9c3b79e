import { expect, it } from '@jest/globals';
import { saysMore } from './says-more.js';

it.each([
  ['a text', 'Box', true],
  ['zero', 0, true],
  ['yes', true, true],
  ['no', false, false],
  ['nothing', '', false],
  ['no records', [], false],
  ['the option of none', 'none', false],
  ['another record', { id: '1', kind: 'lab:shelf', title: 'Shelf', fields: {} }, true],
  ['a record of the same title', { id: '1', kind: 'lab:part', title: 'Bolt', fields: {} }, false],
])('a value beside the title of its record says more, or not: %s', (_, value, more) => {
  expect(saysMore(value, 'Bolt')).toBe(more);
});
