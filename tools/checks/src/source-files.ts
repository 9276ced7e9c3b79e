import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const CODE = /\.(?:[cm]?ts|tsx|[cm]js)$/;
const STYLES = /\.css$/;
/** Folders of what is installed or built. */
const BUILT = new Set(['node_modules', 'dist', 'bundle', 'out-tsc', 'coverage', 'test-results']);

export const readSource = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');

export const isSpec = (file: string): boolean => /\.(?:type-)?spec\.\w+$/.test(file);

let all: readonly string[] | undefined;

function written(): readonly string[] {
  all ??= globSync(['*', '{apps,libs,tools}/**/*.*'], { cwd: root, exclude: (path) => BUILT.has(basename(path)) })
    .filter((file) => CODE.test(file) || STYLES.test(file))
    .sort();
  return all;
}

/** Sources in TypeScript and JavaScript, those of specs and fixtures included. */
export const sourceFiles = (): readonly string[] => written().filter((file) => CODE.test(file));

export const styleSheets = (): readonly string[] => written().filter((file) => STYLES.test(file));

/** Sources without specs and fixtures. */
export const shippedSources = (): readonly string[] =>
  sourceFiles().filter((file) => !isSpec(file) && !file.includes('/fixtures/'));
