import { describe, expect, it } from '@jest/globals';
import { selectionFilter } from './bulk.js';
import { EVERYTHING, extended, isSelected, NOTHING, selectedCount, toggled } from './selection.js';

describe('selection', () => {
  it('leaves single records out of all', () => {
    const most = toggled(EVERYTHING, 'a');

    expect(isSelected(most, 'a')).toBe(false);
    expect(isSelected(most, 'b')).toBe(true);
    expect(selectedCount(most, 100)).toBe(99);
    expect(selectionFilter('x > 1', most)).toBe('x > 1 && !(id in ["a"])');
  });

  it('extends to a range', () => {
    expect(selectedCount(extended(toggled(NOTHING, 'a'), ['a', 'b', 'c']), 100)).toBe(3);
  });

  it('selects all where there is no filter', () => {
    expect(selectionFilter('', EVERYTHING)).toBe('true');
  });
});
