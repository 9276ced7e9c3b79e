import { startTestPostgres } from './embedded-server.mjs';
import { running } from './running-server.mjs';

export default async function globalSetup() {
  if (process.env.TEST_DATABASE_URL) return;
  running.server = await startTestPostgres();
  process.env.TEST_DATABASE_URL = running.server.url;
}
