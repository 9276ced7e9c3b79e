import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const specs = globSync(['apps/api/src/black-box/*.spec.ts', 'apps/api/src/chains/*.spec.ts'], { cwd: root }).sort();
const REASON = /\/\/ Runs in this process[:,] \S/;

describe('a black-box spec', () => {
  it.each(specs)('runs against the shipped program, or gives the reason why it runs in its own process: %s', (spec) => {
    const text = readFileSync(`${root}/${spec}`, 'utf8');

    expect(/\bcreateTestServer\b/.test(text) && !REASON.test(text)).toBe(false);
  });
});
