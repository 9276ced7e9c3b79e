/** `npm run prove:crash`. Exits with 0 if every rule held, with 1 if something was lost or done twice. */
import { parseArgs } from 'node:util';
import { prove, type Proof } from './crash/prove.js';
import { scaledArena } from './crash/scaled-arena.js';
import { singleArena } from './crash/single-arena.js';
import { hasRedis } from './program/redis.js';
import { machineLine } from './report/machine.js';

const USAGE = `npm run prove:crash -- [options]

  --seconds S   how long clients write (default 60)
  --kills N     how often a process is killed (default 20)
  --rate R      writing requests a second (default 60)
  --only NAME   single (one process, its own database) or scaled (four processes, PostgreSQL and Redis)
`;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    kills: { type: 'string', default: '20' },
    rate: { type: 'string', default: '60' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const startedAt = performance.now();

function progress(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
}

function report({ title, loaded, struck, seconds, settledMs, findings }: Proof): boolean {
  const { parts, uses, repeated } = loaded;
  const lines = [
    `\n${title}`,
    `  ${String(parts.length)} parts created and ${String(uses)} units used in ${seconds.toFixed(1)} s, ${String(repeated)} requests repeated`,
    `  struck ${String(struck.length)} times: ${struck.join('; ')}`,
    `  the last run ended ${(settledMs / 1_000).toFixed(1)} s after the last acknowledgement`,
    ...findings.map(
      ({ title: what, wrong, of }) => `  ${wrong === 0 ? 'ok ' : 'BAD'} ${String(wrong)} of ${String(of)}  ${what}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return findings.every(({ wrong, of }) => wrong === 0 && of > 0);
}

if (values.help) process.stdout.write(USAGE);
else {
  const options = {
    seconds: Number(values.seconds),
    kills: Number(values.kills),
    rate: Number(values.rate),
    onProgress: progress,
  };
  process.stdout.write(`${machineLine()}\n`);
  let allPassed = true;
  if (values.only !== 'scaled') allPassed = report(await prove(singleArena, options)) && allPassed;
  if (values.only !== 'single') {
    if (hasRedis()) allPassed = report(await prove(scaledArena, options)) && allPassed;
    else
      process.stdout.write('\nnot run: two and two processes on PostgreSQL and Redis (no redis-server on the path)\n');
  }
  process.exitCode = allPassed ? 0 : 1;
}
