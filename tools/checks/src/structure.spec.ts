import { describe, expect, it } from '@jest/globals';
import { arrowsBack, circlesOf, importGraph } from './import-graph.js';
import { readSource, shippedSources } from './source-files.js';

const MOST_LINES = 400;
/** A kind's hooks receive records of kinds: these two types are one recursive definition. */
const KNOWN_CIRCLES = [['libs/core/src/contract/context.ts', 'libs/core/src/contract/kind.ts']];

const files = shippedSources();
const graph = importGraph(files);

// A function has 80 lines at most: the lint's rule max-lines-per-function.
describe('the sources', () => {
  it('are found, with the imports between them', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(graph.get('libs/modules/inventory/src/inventory.module.ts')).toContain('libs/core/src/index.ts');
    expect(graph.get('libs/web/records/src/list/ListPage.tsx')).toContain('libs/web/kit/src/index.ts');
    expect(graph.get('tools/build/start.mjs')).toContain('tools/build/bundle.mjs');
  });

  it('import each other in no circle but the known one', () => {
    expect(circlesOf(graph)).toEqual(KNOWN_CIRCLES);
  });

  it('of a kernel library import no kernel library above it', () => {
    expect(arrowsBack(graph)).toEqual([]);
  });

  it(`have at most ${MOST_LINES} lines`, () => {
    expect(files.filter((file) => readSource(file).trimEnd().split('\n').length > MOST_LINES)).toEqual([]);
  });
});

describe('circlesOf', () => {
  it('finds files that import each other through others', () => {
    const made = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);

    expect(circlesOf(made)).toEqual([['a', 'b', 'c']]);
  });
});

describe('arrowsBack', () => {
  it('finds an import of a library above', () => {
    const [low, high] = ['libs/kernel/database/src/a.ts', 'libs/kernel/records/src/b.ts'];
    const made = new Map([
      [low, [high]],
      [high, [low]],
    ]);

    expect(arrowsBack(made)).toEqual([`${low} -> ${high}`]);
  });
});
