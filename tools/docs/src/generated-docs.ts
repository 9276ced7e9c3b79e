import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ERROR_CATALOGUE } from '@cubit/core/host';
import { celReference } from '@cubit/expressions';

/** A page, or a part of one, that is generated from the code. */
export interface GeneratedDoc {
  /** Relative to `docs/`. */
  readonly file: string;
  /** Generates the file from its present content. */
  make(present: string): string;
}

export const GENERATED_DOCS: readonly GeneratedDoc[] = [
  { file: 'api.md', make: (present) => between(present, 'error codes', errorTable()) },
  { file: 'expressions.md', make: () => celReference() },
];

const DOCS = resolve(import.meta.dirname, '../../../docs');

export function readDoc(file: string): string {
  return readFileSync(join(DOCS, file), 'utf8');
}

export function writeDoc(file: string, content: string): void {
  writeFileSync(join(DOCS, file), content);
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE)
    .map(([code, { status, meaning }]) => ({ code, status, meaning }))
    .sort((a, b) => a.status - b.status);
  return [
    '| Status | Code | Meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ code, status, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`),
  ].join('\n');
}

/** Replaces the text between `<!-- name: ... -->` and `<!-- /name -->`. */
function between(page: string, name: string, content: string): string {
  const start = page.indexOf('\n', page.indexOf(`<!-- ${name}:`));
  const end = page.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) throw new Error(`The page has no place for '${name}'.`);
  return `${page.slice(0, start)}\n\n${content}\n\n${page.slice(end)}`;
}
