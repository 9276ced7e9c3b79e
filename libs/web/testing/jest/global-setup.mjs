import startPostgres from '../../../testing/jest/global-setup.mjs';
import { bundle } from '../../../../tools/build/bundle.mjs';
import { buildWeb } from '../../../../tools/build/web.mjs';

/**
 * Browser specs use the program and the pages as they ship: both are built before them, by
 * the runner of all tests if that started this process.
 */
export default async function globalSetup() {
  if (!process.env.TESTS_PREPARED) {
    await bundle();
    await buildWeb();
  }
  await startPostgres();
}
