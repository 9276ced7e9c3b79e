/**
 * `npm run bench`. Exits with 0 whatever was measured, and with 1 if a request failed, because then nothing was
 * measured.
 */
import { writeFile } from 'node:fs/promises';
import { readOptions, USAGE } from './options.js';
import { report } from './report/report.js';
import { runBench } from './run-bench.js';

const INTERRUPTED = 130;
const controller = new AbortController();
// The run stops its servers and removes its folder at its next step. A second signal does not wait.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort(new Error('Interrupted.'));
  });

const startedAt = performance.now();

function progress(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${seconds} s  ${text}`);
  else process.stderr.write(`${seconds} s  ${text}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else {
    const results = await runBench(options, { onProgress: progress, signal: controller.signal });
    process.stdout.write(`\n${report(results)}`);
    if (options.json !== null) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
  }
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
