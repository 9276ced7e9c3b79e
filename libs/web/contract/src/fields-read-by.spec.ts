import { expect, it } from '@jest/globals';
import { fieldsReadBy } from './fields-read-by.js';

it('names the fields that hints read', () => {
  const tone = { warn: { below: 'minimum' }, ok: { is: true } } as const;
  const visible = { field: 'status', is: 'done' } as const;
  expect(fieldsReadBy({ unit: { field: 'unit' }, tone, visible })).toEqual(['minimum', 'unit', 'status']);
});
