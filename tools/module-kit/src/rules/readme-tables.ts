import type { ModuleDescription } from '../project.js';

const START = '<!-- cubit-module: tables -->';
const END = '<!-- /cubit-module -->';

/** The kinds, actions, events and jobs of a module as tables. */
export function tablesOf({
  kinds,
  actions,
  events,
  jobs,
}: Pick<ModuleDescription, 'kinds' | 'actions' | 'events' | 'jobs'>): string {
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

/** The page with the tables between the marks; at its end, if it has none. */
export function withTables(page: string, tables: string): string {
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
