import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { transpile } from '../../../tools/build/transpile.mjs';

const postgresPackage = fileURLToPath(new URL('../../platform/postgres', import.meta.url));
const host = fileURLToPath(new URL('embedded-server-host.mjs', import.meta.url));

/** Starts the PostgreSQL of one test run. It ends with this process, even if the process is killed. */
export async function startTestPostgres() {
  await transpile([postgresPackage]);
  const child = fork(host, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{ url: undefined }])]);
  if (answer.url === undefined)
    throw new Error('The PostgreSQL for the tests did not start; what it said stands above.');
  child.unref();
  child.channel.unref();
  const stop = async () => {
    const ended = once(child, 'exit');
    child.ref();
    child.disconnect();
    await ended;
  };
  return { url: answer.url, stop };
}
