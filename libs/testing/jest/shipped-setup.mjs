import { bundle } from '../../../tools/build/bundle.mjs';
import { buildWeb } from '../../../tools/build/web.mjs';
import startPostgres from './global-setup.mjs';

/**
 * For specs of the program and the pages as they ship: both are built before them, by the runner of all tests if that
 * started this process.
 */
export default async function globalSetup() {
  if (!process.env.TESTS_PREPARED) {
    await bundle();
    await buildWeb();
  }
  await startPostgres();
}
