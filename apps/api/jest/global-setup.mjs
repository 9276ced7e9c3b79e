import startPostgres from '../../../libs/testing/jest/global-setup.mjs';
import { bundle } from '../../../tools/build/bundle.mjs';

/** Most specs here speak to the program as it ships: it is built before them. */
export default async function globalSetup() {
  await bundle();
  await startPostgres();
}
