import { describe, expect, it } from '@jest/globals';
import { drawnAt, pagePaths } from './addresses.js';

const plan = { id: 'lab:plan', module: 'lab', ui: { document: '/plans/{id}' } };
const other = { id: 'lab:other', module: 'lab', ui: {} };

describe('the page on which a record is drawn', () => {
  it('has the path of its document', () => {
    expect(pagePaths.drawing('main', plan, 'p1')).toBe('/w/main/modules/lab/plans/p1?edit');
    expect(pagePaths.drawing('main', plan)).toBe('/w/main/modules/lab/plans?edit');
  });

  it('is found by that path', () => {
    const found = (path: string, module = 'lab') => drawnAt([other, plan], module, path);
    expect(found('/plans/p1')).toEqual({ kind: plan, id: 'p1' });
    expect(found('/plans')).toEqual({ kind: plan, id: null });
    expect([found('/plans/p1/more'), found('/planss'), found('/plans/p1', 'elsewhere')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
