import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleDescription } from '../project.js';

const START = '<!-- cubit-module: tables -->';
const END = '<!-- /cubit-module -->';

type Described = Pick<ModuleDescription, 'title' | 'kinds' | 'actions' | 'events' | 'jobs'>;

/** Empty: the tables in the README of the folder are those of the module. */
export function tableFaults(folder: string, description: Described): readonly string[] {
  const page = readPage(folder, description);
  return withTables(page, tablesOf(description)) === page ? [] : ['The tables differ: run the check with --fix.'];
}

/** Writes the tables of the README between their marks. Returns whether they differed. */
export function writeTables(folder: string, description: Described): boolean {
  const page = readPage(folder, description);
  const written = withTables(page, tablesOf(description));
  if (written !== page) writeFileSync(join(folder, 'README.md'), written);
  return written !== page;
}

function readPage(folder: string, { title }: Described): string {
  const path = join(folder, 'README.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : `# ${title}\n`;
}

/** The kinds, actions, events and jobs of a module as tables. */
function tablesOf({ kinds, actions, events, jobs }: Described): string {
  return [
    table(
      'Kind',
      kinds.map(({ id, description }) => [id, description]),
    ),
    table(
      'Action',
      actions.map(({ id, description }) => [id, description]),
    ),
    table(
      'Event',
      events.map(({ name, description }) => [name, description]),
    ),
    table(
      'Job',
      jobs.map(({ id, description }) => [id, description]),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The page with the tables between the marks; at its end, if it has none. A module may declare nothing of the kind. */
function withTables(page: string, tables: string): string {
  if (tables === '') return page;
  const block = `${START}\n\n${tables}\n\n${END}`;
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) return `${page.trimEnd()}\n\n${block}\n`;
  return page.slice(0, start) + block + page.slice(end + END.length);
}

function table(heading: string, rows: readonly (readonly [string, string | null])[]): string {
  if (rows.length === 0) return '';
  const cells = [
    [heading, 'Description'],
    ...rows.map(([name, text]) => [`\`${name}\``, (text ?? '').replaceAll('|', String.raw`\|`)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(['', ''], '-'), ...body.map((row) => line(row))].join('\n');
}
