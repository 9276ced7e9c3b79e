/** `npm run prove:farm`. Exits with 0 if every rule held, with 1 if the end of a print or filament is missing. */
import { parseArgs } from 'node:util';
import { runFarm, type FarmResult } from './farm/run-farm.js';
import { machineLine } from './report/machine.js';
import { table } from './report/table.js';

const USAGE = `npm run prove:farm -- [options]

  --machines N  machines, each reporting once a second: every other one through a connector (default 100)
  --seconds S   how long they print (default 60)
`;
const MEBIBYTE = 2 ** 20;
const SHOWN = 5;
const { values } = parseArgs({
  options: {
    machines: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
const startedAt = performance.now();

function progress(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
}

function figuresOf(result: FarmResult): readonly (readonly [string, string])[] {
  const { seconds, reports, prints, late, refused, cost, residentBytesBefore, settledMs } = result;
  const cores = (used: number | null) => (used === null ? '?' : `${(used / seconds).toFixed(2)} cores`);
  const mebibytes = (bytes: number | null) => (bytes === null ? '?' : `${(bytes / MEBIBYTE).toFixed(0)} MiB`);
  return [
    ['reports answered', `${String(reports)} in ${seconds.toFixed(0)} s`],
    ['reports a second', (reports / seconds).toFixed(1)],
    ['answer p50', `${result.p50Ms.toFixed(1)} ms`],
    ['answer p95', `${result.p95Ms.toFixed(1)} ms`],
    ['answer p99', `${result.p99Ms.toFixed(1)} ms`],
    ['answer, slowest', `${result.maxMs.toFixed(0)} ms`],
    ['seconds missed, an answer still out', String(late)],
    ['refused reports', String(refused.length)],
    ['prints', String(prints)],
    ['CPU of the program', cores(cost.serverCpuSeconds)],
    ['CPU of the database', cores(cost.databaseCpuSeconds)],
    ['memory of the program before, after', `${mebibytes(residentBytesBefore)}, ${mebibytes(cost.residentBytes)}`],
    ['last run over, after the last answer', `${(settledMs / 1_000).toFixed(1)} s`],
  ];
}

if (values.help) process.stdout.write(USAGE);
else {
  process.stdout.write(`${machineLine()}\n`);
  const options = { machines: Number(values.machines), seconds: Number(values.seconds), onProgress: progress };
  const result = await runFarm(options);
  const verdicts = result.findings.map(
    ({ title, wrong, of }) => `${wrong === 0 ? 'ok ' : 'BAD'} ${String(wrong)} of ${String(of)}  ${title}`,
  );
  const refusals = [...new Set(result.refused)].slice(0, SHOWN);
  process.stdout.write(`\n${table(['figure', ''], figuresOf(result))}\n\n${[...verdicts, ...refusals].join('\n')}\n`);
  process.exitCode = result.refused.length === 0 && result.findings.every(({ wrong }) => wrong === 0) ? 0 : 1;
}
