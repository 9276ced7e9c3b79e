import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = globSync(
  ['apps/*/src/**/*.ts', 'libs/**/src/**/*.ts', 'libs/**/fixtures/**/*.ts', 'tools/*/src/**/*.ts'],
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  },
);

it('requires a reason for each exemption from a lint rule', () => {
  const without = sources.flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => /\/[/*] eslint-disable/.test(line) && !/ -- \S/.test(line)),
  );

  expect(sources.length).toBeGreaterThan(0);
  expect(without.map(({ place }) => place)).toEqual([]);
});
