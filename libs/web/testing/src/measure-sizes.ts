import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ASSETS = fileURLToPath(new URL('../../../../apps/web/dist/assets', import.meta.url));
const KIB = 1_024;
/** Static imports of a chunk; those of `import()` are loaded later. */
const IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const SCRIPT = /<script type="module"[^>]* src="\/assets\/([^"]+)"/;

export interface Size {
  readonly title: string;
  /** KiB, compressed with gzip. */
  readonly size: number;
  /** What it should be. */
  readonly bar: number;
  /** What it may not exceed: the bar, or the size that was reached so far. */
  readonly limit: number;
}

/** What browsers load of the built web app, with its bars. */
export function measureSizes(): readonly Size[] {
  const entry = withImports(SCRIPT.exec(readFileSync(join(ASSETS, '../index.html'), 'utf8'))?.[1] ?? '');
  const list = new Set([...entry, ...withImports(chunk('KindListPage'))]);
  const added = (name: string) => [...withImports(chunk(name))].filter((file) => !list.has(file));
  const sizes: readonly (Omit<Size, 'limit'> & { readonly limit?: number })[] = [
    { title: 'entry', size: sizeOf([...entry]), bar: 130, limit: 138 },
    { title: 'all that the first list needs', size: sizeOf([...list]), bar: 200, limit: 210 },
    { title: 'record page, after a list', size: sizeOf(added('KindRecordPage')), bar: 40 },
    { title: 'scan page without wasm, after a list', size: sizeOf(added('ScanPage')), bar: 20 },
    { title: 'floor-plan editor, after a list', size: sizeOf(added('PlanPage')), bar: 60 },
    { title: 'settings, after a list', size: sizeOf(added('SettingsPage')), bar: 70 },
    { title: 'all scripts', size: sizeOf(globSync('*.js', { cwd: ASSETS })), bar: 900 },
    { title: 'all styles', size: sizeOf(globSync('*.css', { cwd: ASSETS })), bar: 40 },
  ];
  return sizes.map((size) => ({ limit: size.bar, ...size }));
}

/** The number of scripts that the first page loads before it draws, by the chunk of that page. */
export function scriptsOfPage(name: string): number {
  const entry = SCRIPT.exec(readFileSync(join(ASSETS, '../index.html'), 'utf8'))?.[1] ?? '';
  return withImports(chunk(name), new Set(withImports(entry))).size;
}

function chunk(name: string): string {
  const [file, ...others] = globSync(`${name}-*.js`, { cwd: ASSETS });
  if (file === undefined || others.length > 0) throw new Error(`The build has not one chunk '${name}'.`);
  return file;
}

/** A chunk and what it imports, directly or not. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of readFileSync(join(ASSETS, file), 'utf8').matchAll(IMPORT))
    withImports(imported, found);
  return found;
}

function sizeOf(files: readonly string[]): number {
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length, 0);
  return bytes / KIB;
}
