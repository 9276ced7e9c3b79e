/**
 * Starts the built program with a database of its own, opens a page and the API reference, and stops it, so that its compile cache is complete: an
 * image cannot write one. The user and the flags of Node must be those of the later starts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BUNDLED_PROGRAM } from './bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cubit-warm-'));
const child = spawn(process.execPath, [BUNDLED_PROGRAM], {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(child, 'close');
const lines = [];
for await (const line of createInterface(child.stdout)) {
  lines.push(line);
  const address = /listening on (http:\/\/\S+?)"/.exec(line)?.[1];
  if (address === undefined) continue;
  for (const path of ['/healthz', '/readyz', '/', '/api/v1/me/registration'])
    await (await fetch(address + path)).text();
  child.kill('SIGTERM');
}
const [code] = await ended;
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
if (code !== 0) {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
