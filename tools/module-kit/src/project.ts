import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KitError } from './kit-error.js';

/** The package.json of a module. */
export interface ProjectManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: unknown;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly cubit?: {
    readonly module?: string;
    readonly title?: string;
    readonly quality?: string;
    readonly requires?: Readonly<Record<string, string>>;
  };
}

/** The module in the working directory. */
export interface Project {
  readonly folder: string;
  readonly manifest: ProjectManifest;
  /** `laser`. */
  readonly module: string;
  /** `src/laser.module.ts`. */
  readonly source: string;
  /** Range of contract versions, from `peerDependencies`. */
  readonly contract: string;
}

export function readProject(folder: string): Project {
  const path = join(folder, 'package.json');
  if (!existsSync(path))
    throw new KitError(`${folder} has no package.json. Run cubit-module in the folder of a module.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as ProjectManifest;
  const module = manifest.cubit?.module;
  if (!module) throw new KitError(`package.json names no module. Add "cubit": { "module": "<name>" }.`);
  const contract = manifest.peerDependencies?.['@cubit/core'];
  if (!contract)
    throw new KitError(`package.json names no contract. Add "peerDependencies": { "@cubit/core": "^1.0.0" }.`);
  const source = `src/${module}.module.ts`;
  if (!existsSync(join(folder, source)))
    throw new KitError(`${source} is missing. Export the value of module '${module}' there.`);
  return { folder, manifest, module, source, contract };
}

/** The path of a file of an installed package, as the module in `folder` resolves it. */
export function resolveFrom(folder: string, specifier: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(specifier);
  } catch (cause) {
    throw new KitError(`'${specifier}' is not installed. Run npm install.`, { cause });
  }
}

/** The parts of the server that describe and check a module, in the version that the module is developed with. */
export interface ServerEntry {
  moduleFaults(module: object): readonly string[];
  describeModule(module: object): ModuleDescription;
  requestFaults(module: object, count: number): Promise<readonly string[]>;
}

export interface ModuleDescription {
  readonly name: string;
  readonly version: string;
  readonly contract: string;
  readonly title: string;
  readonly description: string;
  readonly requires: readonly string[];
  readonly kinds: readonly {
    readonly id: string;
    readonly description: string | null;
    readonly fields: ObjectSchema;
    readonly lifecycle: {
      readonly states: Readonly<Record<string, { readonly to: Readonly<Record<string, unknown>> }>>;
    } | null;
    readonly example: unknown;
  }[];
  readonly actions: readonly {
    readonly id: string;
    readonly title: string;
    readonly description: string | null;
    readonly input: ObjectSchema;
    readonly output: Schema;
    readonly effects: Readonly<Record<string, unknown>>;
    readonly emits: readonly string[];
  }[];
  readonly events: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string | null;
    readonly payload: ObjectSchema;
  }[];
  readonly jobs: readonly { readonly id: string; readonly description: string | null; readonly input: ObjectSchema }[];
  readonly routes: readonly { readonly operationId: string; readonly method: string; readonly path: string }[];
  readonly errors: readonly string[];
  readonly scopes: readonly string[];
  readonly upgrades: readonly string[];
  /** Null: none are declared. */
  readonly permissions: {
    readonly kinds?: Readonly<Record<string, 'read' | 'write'>>;
    readonly invokes?: readonly string[];
    readonly egress?: readonly string[];
  } | null;
}

export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly readOnly?: boolean;
}

export interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export async function serverEntry(folder: string): Promise<ServerEntry> {
  return (await import(pathToFileURL(resolveFrom(folder, '@cubit/server/testing')).href)) as ServerEntry;
}
