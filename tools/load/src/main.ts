import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from './client.js';
import type { Dataset } from './dataset.js';
import { loadDataset } from './load-dataset.js';
import { readInventree } from './read-inventree.js';
import { loadTasks } from './tasks/load-tasks.js';
import { readTasks } from './tasks/read-tasks.js';

const USAGE =
  'npm run load -- <samples/workshop.json | folder of InvenTree CSV tables | export of Vikunja, TickTick, Wekan or GitHub issues> --workspace <slug> --token <token> [--url http://localhost:3000]';

const NAMES: Readonly<Record<string, string>> = { stock: 'stock items', bom: 'lines of bills of materials' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    workspace: { type: 'string' },
    token: { type: 'string' },
  },
});
const [source] = positionals;
const { url, workspace, token = process.env['TOKEN'] } = values;
if (source === undefined || workspace === undefined || token === undefined || !existsSync(source)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const client = new Client({ url, workspace, token });
const progress = (what: string, done: number, total: number) => process.stderr.write(`${what}: ${done} of ${total}\n`);
const tasks = statSync(source).isDirectory() ? null : readTasks(readFileSync(source, 'utf8'));
const report = tasks
  ? await loadTasks(client, tasks, progress)
  : await loadDataset(client, readSource(source), progress);
process.stdout.write(`${countsOf(report)}\n`);
if (tasks) process.stdout.write(`Left out: ${countsOf(tasks.leftOut)}\n`);

function readSource(path: string): Dataset {
  if (statSync(path).isDirectory()) return readInventree(path);
  return JSON.parse(readFileSync(path, 'utf8')) as Dataset;
}

function countsOf(counts: object): string {
  return Object.entries(counts)
    .map(([what, count]) => `${String(count)} ${NAMES[what] ?? what}`)
    .join(', ');
}
