import { describe, expect, it } from '@jest/globals';
import { type FilteredField, referenceFilter } from './reference-filter.js';

describe('the filter of what refers to a record', () => {
  it.each<[FilteredField, string]>([
    [{ name: 'part', type: 'ref' }, 'part == "1"'],
    [{ name: 'keeper', type: 'user' }, 'keeper == "1"'],
    [{ name: 'substitutes', type: 'refs' }, '"1" in substitutes'],
    [{ name: 'on', type: 'any_ref' }, 'on.id == "1"'],
    [{ name: 'for', type: 'any_ref', expression: 'field("for")' }, 'field("for").id == "1"'],
  ])('of the field %j', (field, filter) => {
    expect(referenceFilter(field, '1')).toBe(filter);
  });
});
