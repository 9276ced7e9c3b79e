import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const MOST_NAMES = 80;
const EXPORTS = /^export (type )?\{([^}]*)\} from /gm;

const golden = fileURLToPath(new URL('../golden/contract.txt', import.meta.url));
const door = readFileSync(fileURLToPath(new URL('../../../libs/core/src/index.ts', import.meta.url)), 'utf8');

/** `fail`, `type Where`: each name that an author can import, as a value or as a type. */
const names = [...door.matchAll(EXPORTS)]
  .flatMap(([, type = '', list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => (name.startsWith('type ') ? name : `${type}${name}`)),
  )
  .sort();

// A difference is a change that authors of modules will see. If it is meant: UPDATE_GOLDEN=1.
describe('the names of @cubit/core', () => {
  it('are exported one by one', () => {
    expect(door.match(/^export /gm)).toHaveLength([...door.matchAll(EXPORTS)].length);
  });

  it('are those of golden/contract.txt', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, `${names.join('\n')}\n`);

    expect(names).toEqual(readFileSync(golden, 'utf8').trimEnd().split('\n'));
  });

  it(`are at most ${MOST_NAMES}`, () => {
    expect(names.length).toBeLessThanOrEqual(MOST_NAMES);
  });
});
