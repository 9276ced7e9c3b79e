import { running } from './running-server.mjs';

export default async function globalTeardown() {
  await running.server?.stop();
}
