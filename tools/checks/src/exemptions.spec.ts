import { expect, it } from '@jest/globals';
import { readSource, sourceFiles } from './source-files.js';

const sources = sourceFiles();

it('requires a reason for each exemption from a lint rule', () => {
  const without = sources.flatMap((path) =>
    readSource(path)
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => /\/[/*] (?:es|ox)lint-disable/.test(line) && !/ -- \S/.test(line)),
  );

  expect(sources.length).toBeGreaterThan(0);
  expect(without.map(({ place }) => place)).toEqual([]);
});
