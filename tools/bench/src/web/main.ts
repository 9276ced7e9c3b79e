/** `npm run bench:web`: the bars of the web app, measured in a browser. A missed bar is printed and is no error. */
import { parseArgs } from 'node:util';
import { machineLine } from '../report/machine.js';
import { readingTable } from '../report/report.js';
import { readingVerdict } from '../report/results.js';
import { runWebBench } from './run-web-bench.js';

const USAGE = `npm run bench:web -- [options]

  --parts N  parts of the list (default 100000)
`;
const { values } = parseArgs({
  options: { parts: { type: 'string', default: '100000' }, help: { type: 'boolean', default: false } },
});
const startedAt = performance.now();

function progress(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
}

if (values.help) process.stdout.write(USAGE);
else {
  const parts = Number(values.parts);
  if (!(Number.isInteger(parts) && parts > 0))
    throw new TypeError(`--parts must be a whole number, not '${values.parts}'.`);
  process.stdout.write(`${machineLine()}\n`);
  const { browser, readings } = await runWebBench({ parts, onProgress: progress });
  const missed = readings.filter((reading) => !['ok', ''].includes(readingVerdict(reading)));
  process.stdout.write(`${parts} parts, Chromium ${browser}\n\n${readingTable(readings)}\n\n`);
  process.stdout.write(`${missed.length} of ${readings.length} miss their bar.\n`);
}
