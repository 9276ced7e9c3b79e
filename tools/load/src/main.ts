import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.js';
import type { Dataset } from './dataset.js';
import { loadDataset } from './load-dataset.js';
import { readInventree } from './read-inventree.js';
import { loadPurchases } from './purchases/load-purchases.js';
import { readPurchases } from './purchases/read-purchases.js';
import { loadTasks } from './tasks/load-tasks.js';
import { readTasks } from './tasks/read-tasks.js';

const USAGE =
  'npm run load -- <samples/workshop.json | folder of InvenTree CSV tables | export of Vikunja, TickTick, Wekan or GitHub issues | order of Digi-Key, LCSC or Mouser as CSV> --workspace <slug> --token <token> [--url http://localhost:3000]';

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
const text = statSync(source).isDirectory() ? null : readFileSync(source, 'utf8');
const order = text === null ? null : readPurchases(text, basename(source));
const tasks = text === null || order ? null : readTasks(text);
const report = await load();
process.stdout.write(`${countsOf(report)}\n`);
if (tasks) process.stdout.write(`Left out: ${countsOf(tasks.leftOut)}\n`);

function load(): Promise<object> {
  if (order) return loadPurchases(client, order, progress);
  if (tasks) return loadTasks(client, tasks, progress);
  return loadDataset(client, readSource(source ?? ''), progress);
}

function readSource(path: string): Dataset {
  if (statSync(path).isDirectory()) return readInventree(path);
  return JSON.parse(readFileSync(path, 'utf8')) as Dataset;
}

function countsOf(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${String(count)} ${NAMES[what] ?? what}`)
    .join(', ');
}
