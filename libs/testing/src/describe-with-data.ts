import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';

/** The folder in which the checkout lies. */
const BESIDE = new URL('../../../../', import.meta.url);

/**
 * A suite about data that is kept beside the checkout and never in it: `shared/data/parts`. Where it is absent, the suite's tests are
 * skipped, and its title says why.
 */
export function describeWithData(title: string, path: string, suite: (folder: string) => void): void {
  const folder = fileURLToPath(new URL(path, BESIDE));
  if (existsSync(folder)) describe(title, () => suite(folder));
  else describe.skip(`${title} (skipped: there is no ${path} beside the checkout)`, () => suite(folder));
}
