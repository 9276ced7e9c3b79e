import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Message, type Plugin } from 'esbuild';
import { KitError } from './kit-error.js';
import { placeError } from './place-fault.js';
import { type ModuleDescription, type Project, serverEntry } from './project.js';

/** What the program provides to a module: these specifiers, and none below them. */
export const PROVIDED = /^(?:@cubit\/core(?:\/typebox-0\.34)?|typebox)$/;
const DEFINED = /defineModule\(\s*\{/;

export interface Built {
  readonly value: { readonly name: string; readonly version: string };
  readonly exportName: string;
  readonly description: ModuleDescription;
}

/** Not by `external`, which also leaves out everything below a package. */
const keepProvided: Plugin = {
  name: 'cubit-provided',
  setup: (bundle) => bundle.onResolve({ filter: PROVIDED }, ({ path }) => ({ path, external: true })),
};

export function bundleOptions({ folder, source }: Project): BuildOptions {
  return {
    absWorkingDir: folder,
    entryPoints: { index: source },
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    plugins: [keepProvided],
    sourcemap: 'linked',
    logLevel: 'silent',
  };
}

/** Bundles the module into `dist/index.js`, and writes its manifest and its types beside it. */
export async function buildModule(project: Project): Promise<Built> {
  await writeFacts(project);
  try {
    await build(bundleOptions(project));
  } catch (error) {
    throw new KitError(
      ((error as { readonly errors?: readonly Message[] }).errors ?? []).map(placeOf).join('\n') || String(error),
    );
  }
  return describeBuild(project);
}

/** Loads `dist/index.js`, and writes the manifest and the types of the value in it. */
export async function describeBuild(project: Project): Promise<Built> {
  const file = join(project.folder, 'dist/index.js');
  const code = await readFile(file);
  const hash = createHash('sha512').update(code).digest('base64');
  // A module of the same path is loaded once: the hash distinguishes builds.
  const exported = await load(`${pathToFileURL(file).href}?${encodeURIComponent(hash)}`, project);
  const found = Object.entries(exported).filter(([, value]) => isModule(value));
  const [first] = found;
  if (!first || found.length > 1)
    throw new KitError(`${project.source} exports ${found.length} modules. Export one value made with defineModule.`);
  const [exportName, value] = first as [string, Built['value']];
  if (value.name !== project.module)
    throw new KitError(
      `${project.source} exports module '${value.name}', package.json names '${project.module}'. Use one name.`,
    );
  const description = (await serverEntry(project.folder)).describeModule(value);
  const { manifest } = project;
  const written = {
    package: manifest.name,
    integrity: `sha512-${hash}`,
    imports: importsOf(code.toString()),
    ...description,
  };
  await place(join(project.folder, 'dist/manifest.json'), `${JSON.stringify(written, null, 2)}\n`);
  await place(join(project.folder, 'dist/index.d.ts'), typesOf(exportName, value.name));
  return { value, exportName, description };
}

async function load(url: string, { folder }: Project): Promise<Readonly<Record<string, unknown>>> {
  process.setSourceMapsEnabled(true);
  try {
    return (await import(url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new KitError(placeError(folder, error), { cause: error });
  }
}

/** `<file>:<line>:<column>` of the source, and what is wrong there. */
export function placeOf({ location, text }: Message): string {
  return location ? `${location.file}:${location.line}:${location.column}: ${text}` : text;
}

/** Specifiers that the bundle imports. */
export function importsOf(code: string): readonly string[] {
  const found = [...code.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?["']([^"']+)["']/gm)].map(
    ([, name = '']) => name,
  );
  return [...new Set(found)].sort();
}

/** Writes the version and the contract of package.json into the source: each fact has one place. */
async function writeFacts({ folder, source, contract, manifest }: Project): Promise<void> {
  const path = join(folder, source);
  const text = await readFile(path, 'utf8');
  const start = DEFINED.exec(text)?.index;
  if (start === undefined) return;
  const rest = text
    .slice(start)
    .replace(/(\bversion:\s*)(['"])[^'"]*\2/, `$1$2${manifest.version}$2`)
    .replace(/(\bcontract:\s*)(['"])[^'"]*\2/, `$1$2${contract}$2`);
  if (text.slice(start) !== rest) await place(path, text.slice(0, start) + rest);
}

function typesOf(exportName: string, module: string): string {
  return [
    `import type { ModuleDefinition } from '@cubit/core';`,
    `declare const value: ModuleDefinition<${JSON.stringify(module)}>;`,
    `export { value as ${exportName} };`,
    '',
  ].join('\n');
}

async function place(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

function isModule(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, contract } = value as Readonly<Record<string, unknown>>;
  return [name, version, contract].every((member) => typeof member === 'string');
}
