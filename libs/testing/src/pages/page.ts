import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../../..');

/** A fenced block of a page. */
export interface Block {
  /** Relative to the root of the checkout: `docs/modules.md`. */
  readonly page: string;
  /** Line of the page on which the content starts, from 1. */
  readonly line: number;
  /** The text after the fence: `ts`, `sh`. */
  readonly language: string;
  readonly content: string;
}

const PAGES = ['*.md', 'docs/**/*.md', 'apps/*/*.md', 'libs/*/*.md', 'libs/*/*/*.md', 'tools/*/*.md'];
const FENCE = /^ *```([^\n]*)\n([\s\S]*?)^ *```/gm;

/** All pages but the reports of declared types (`*.api.md`). */
export function pages(): string[] {
  return globSync(PAGES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((path) => !path.endsWith('.api.md'))
    .sort();
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(resolve(ROOT, page), 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, 1: language = '', 2: content = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    language: language.trim(),
    content,
  }));
}

/** `docs/modules.md:17`. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

/** `// tube.kind.ts`, the first line of a block that others of its page import. */
export function fileNameOf({ content, line }: Block): string {
  return /^\/\/ ([\w./-]+\.ts)\n/.exec(content)?.[1] ?? `example-${line}.ts`;
}
