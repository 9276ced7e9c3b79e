import startPostgres from '../../../libs/testing/jest/global-setup.mjs';
import { bundle } from '../../../tools/build/bundle.mjs';

/**
 * Most specs here speak to the program as it ships: it is built before them, by the runner of all tests if that started this process.
 */
export default async function globalSetup() {
  if (!process.env.TESTS_PREPARED) await bundle();
  await startPostgres();
}
