import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';

/** The folder that contains the checkout; `OUTSIDE_DATA` names another one. */
const OUTSIDE_FOLDER = process.env['OUTSIDE_DATA'] ?? fileURLToPath(new URL('../../../../', import.meta.url));

/** The path of data stored outside of the checkout: `shared/data/parts`. Null if it is absent. */
export function outsideData(path: string): string | null {
  const folder = join(OUTSIDE_FOLDER, path);
  return existsSync(folder) ? folder : null;
}

/**
 * A suite that needs data from outside of the checkout. Without the data, it is one skipped test; the same code is
 * also tested with data in the repository.
 */
export function describeWithData(title: string, path: string, suite: (folder: string) => void): void {
  const folder = outsideData(path);
  if (folder !== null) return void describe(title, () => suite(folder));
  // The body of `describe.skip` is executed too, and would read missing files.
  it.skip(`${title} (skipped: there is no ${path} beside the checkout)`, () => {});
}
