import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleDefinition } from '@cubit/core';
import { ConfigurationError } from './configuration-error.js';

/** Loads the modules of MODULES: installed packages, or paths relative to the working directory. */
export async function loadModules(
  specifiers: readonly string[],
  workingDirectory: string,
): Promise<readonly ModuleDefinition[]> {
  return Promise.all(specifiers.map((specifier) => loadModule(specifier, workingDirectory)));
}

async function loadModule(specifier: string, workingDirectory: string): Promise<ModuleDefinition> {
  const exported = await importSpecifier(specifier, workingDirectory);
  const definitions = [...new Set(Object.values(exported).filter(isModuleDefinition))];
  const [definition] = definitions;
  if (definition && definitions.length === 1) return definition;
  const found =
    definitions.length === 0 ? 'exports none' : `exports ${definitions.map(({ name }) => `'${name}'`).join(' and ')}`;
  throw new ConfigurationError([
    `MODULES names '${specifier}', which must export one module (a value created with defineModule) and ${found}.`,
  ]);
}

async function importSpecifier(
  specifier: string,
  workingDirectory: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(await locate(specifier, workingDirectory))) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError([`MODULES names '${specifier}', which cannot be loaded: ${reason}`]);
  }
}

/** Returns a specifier for `import`. A folder is resolved through its package.json, which `import` does not do. */
async function locate(specifier: string, workingDirectory: string): Promise<string> {
  if (!specifier.startsWith('.') && !isAbsolute(specifier)) return specifier;
  const path = resolve(workingDirectory, specifier);
  const isFolder = (await stat(path)).isDirectory();
  return pathToFileURL(isFolder ? createRequire(import.meta.url).resolve(path) : path).href;
}

function isModuleDefinition(value: unknown): value is ModuleDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, contract } = value as Readonly<Record<string, unknown>>;
  return [name, version, contract].every((member) => typeof member === 'string');
}
