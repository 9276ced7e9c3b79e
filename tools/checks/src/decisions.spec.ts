import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read, sourceFiles } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = 'docs/decisions';
/** Numbers without a page. A new page takes the number after the highest. */
const GAPS = [
  ...[38, 39, 40, 42, 52, 57, 58, 59, 61, 62, 63, 64, 66, 67, 68, 69, 72, 73, 74, 77, 78, 79, 80, 81, 82, 83, 84],
  ...[87, 88, 89, 92, 93, 94, 98, 99, 104, 112],
];

const pages = readdirSync(join(root, FOLDER)).sort();
const numbers = pages.map((page) => Number(page.slice(0, 4)));

const HEAD = /^# (?<number>\d+)\. [^\n]*[^\n.]\n\n(?:[A-Z][^\n]*\[\d+\]\([^\n]*\.\n\n)?## Context\n\n/;
const headings = (page: string) => [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);

/** `decision 7`, `decisions 7, 8 and 9`. */
const NAMED = /\bdecisions? (?<numbers>\d+(?:(?:, | and )\d+)*)/gi;
/** `[7](0007-on-order.md)`, `[decision 7](../docs/decisions/0007-on-order.md)`, `docs/decisions/0007-on-order.md`. */
const LINKED = /(?:\[(?:decision )?(?<text>\d+)\]\()?(?<path>[\w./-]*\b\d{4}-[a-z][\w-]*\.md)/gi;

function unknownIn(file: string): string[] {
  const text = file.endsWith('.md') ? read(file).replace(/```[\s\S]*?```|`[^`]*`/g, '') : read(file);
  const named = [...text.matchAll(NAMED)].flatMap(({ groups }) => groups?.['numbers']?.match(/\d+/g) ?? []);
  const linked = [...text.matchAll(LINKED)].filter(({ groups }) => {
    const { text: number, path = '' } = groups ?? {};
    const folder = path.startsWith(FOLDER) ? '' : dirname(file);
    const isThere = pages.includes(basename(path)) && existsSync(join(root, folder, path));
    return !isThere || (number !== undefined && Number(number) !== Number(basename(path).slice(0, 4)));
  });
  return [
    ...named.filter((number) => !numbers.includes(Number(number))).map((number) => `${file}: decision ${number}`),
    ...linked.map(([link]) => `${file}: ${link}`),
  ];
}

describe('the decisions', () => {
  it('are numbered without a duplicate, and without a gap but those named', () => {
    const highest = Math.max(...numbers);
    const missing = Array.from({ length: highest }, (_, index) => index + 1).filter((one) => !numbers.includes(one));

    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    expect(missing).toEqual(GAPS);
  });

  it.each(pages)('have a name, a title with the number of the file, and the same sections: %s', (page) => {
    const text = read(`${FOLDER}/${page}`);

    expect(page).toMatch(/^\d{4}-[a-z\d]+(?:-[a-z\d]+)*\.md$/);
    expect(HEAD.exec(text)?.groups?.['number']).toBe(String(Number(page.slice(0, 4))));
    expect(headings(text).filter((heading) => heading !== 'Figures')).toEqual(['Context', 'Decision', 'Consequences']);
  });

  it('are there where a page or a source refers to one', () => {
    const files = [
      ...globSync(['*.md', '{apps,docker,docs,libs,samples,tools}/**/*.md'], {
        cwd: root,
        exclude: (path) => /^(?:node_modules|dist|bundle)$/.test(basename(path)),
      }),
      ...sourceFiles().filter((file) => !file.endsWith('/decisions.spec.ts')),
    ];

    expect(files.flatMap(unknownIn)).toEqual([]);
  });
});
