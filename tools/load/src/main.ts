import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client, type KindId } from './client.js';
import type { Dataset } from './dataset.js';
import { importFile, inventreeFiles, type FileToImport } from './import-files.js';
import { loadDataset } from './load-dataset.js';

const USAGE = `npm run load -- <source> --workspace <slug> --token <token> [--url http://localhost:3000]

source: samples/workshop.json, a folder with tables of InvenTree (inventree_parts.csv, ...), or a file of another program with
  --kind <kind>      the kind that its rows become, such as projects:task for an export of Vikunja
  --query <query>    parameters of the import, such as 'create_missing=category,location'`;

const NAMES: Readonly<Record<string, string>> = { stock: 'stock items', bom: 'lines of bills of materials' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    workspace: { type: 'string' },
    token: { type: 'string' },
    kind: { type: 'string' },
    query: { type: 'string' },
  },
});
const [source] = positionals;
const { url, workspace, token = process.env['TOKEN'] } = values;
if (source === undefined || workspace === undefined || token === undefined || !existsSync(source)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const client = new Client({ url, workspace, token });
const files = filesOf(source);
if (files.length === 0) {
  const dataset = JSON.parse(readFileSync(source, 'utf8')) as Dataset;
  const progress = (what: string, done: number, total: number) =>
    process.stderr.write(`${what}: ${done} of ${total}\n`);
  process.stdout.write(`${countsOf(await loadDataset(client, dataset, progress))}\n`);
}
for (const file of files) {
  const { rejects, records, ...counts } = await importFile(client, file);
  process.stdout.write(`${file.path}: ${countsOf({ ...numbersOf(counts), ...records })}\n`);
  if (rejects !== null)
    process.stdout.write(`  rejected rows: ${url}/api/v1/orgs/${workspace}/files/${rejects}/content\n`);
}

/** Empty for a sample. */
function filesOf(path: string): readonly FileToImport[] {
  const query = Object.fromEntries(new URLSearchParams(values.query));
  if (values.kind !== undefined) return [{ path, kind: values.kind as KindId, query }];
  if (!statSync(path).isDirectory()) return [];
  const tables = inventreeFiles(path);
  if (tables.length === 0)
    throw new Error(`The folder ${path} has no table of InvenTree, such as inventree_parts.csv.`);
  return tables.map((file) => ({ ...file, query: { ...file.query, ...query } }));
}

function numbersOf(result: object): object {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => typeof value === 'number'));
}

function countsOf(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${String(count)} ${NAMES[what] ?? what}`)
    .join(', ');
}
