import { isBuiltin, registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as core from '@cubit/core';
import * as typebox from 'typebox';

/** What modules import of the program: one copy of each, whatever `node_modules` has. */
const PROVIDED: Readonly<Record<string, object>> = {
  '@cubit/core': core,
  // The same values under the types of an older version.
  '@cubit/core/typebox-0.34': core,
  typebox,
  'node:crypto': { webcrypto: globalThis.crypto },
};
const PASSED: ReadonlySet<string> = new Set(['node:buffer', 'node:util', 'node:url']);
const SCHEME = 'cubit-provided:';
const STORE = Symbol.for('cubit.provided');

/** Folders of loaded modules, with the name of the module. */
const folders = new Map<string, string>();
let isRegistered = false;

/** A module imports what the program does not provide. The message has the specifier and a remedy. */
export class RefusedImport extends Error {
  override readonly name = 'RefusedImport';
}

/** From now on files below `folder` import their own files and what the program provides, and nothing else. */
export function confineImports(folder: string, module: string): void {
  folders.set(folder, module);
  if (isRegistered) return;
  isRegistered = true;
  Object.defineProperty(globalThis, STORE, { value: PROVIDED });
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const folder = folderOf(context.parentURL);
      if (folder === undefined) return nextResolve(specifier, context);
      if (Object.hasOwn(PROVIDED, specifier))
        return { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true };
      if (PASSED.has(specifier)) return nextResolve(specifier, context);
      if (!isOwnPath(specifier)) throw refused(specifier);
      const resolved = nextResolve(specifier, context);
      if (folderOf(resolved.url) !== folder) throw refused(specifier, 'is outside of its folder');
      return resolved;
    },
    load(url, context, nextLoad) {
      if (!url.startsWith(SCHEME)) return nextLoad(url, context);
      return { format: 'module', source: sourceOf(url.slice(SCHEME.length)), shortCircuit: true };
    },
  });
}

/** Names what a message of the engine calls by its URL. */
export function providedNames(message: string): string {
  return message.replaceAll(SCHEME, '');
}

/** A module whose exports are those of the value that the program holds. */
function sourceOf(specifier: string): string {
  const names = Object.keys(PROVIDED[specifier] ?? {});
  // Exported under an alias: a package may export the name `Symbol`.
  return [
    `const provided = globalThis[Symbol.for('cubit.provided')][${JSON.stringify(specifier)}];`,
    ...names.map((name, index) => `const value${index} = provided[${JSON.stringify(name)}];`),
    `export { ${names.map((name, index) => `value${index} as ${name}`).join(', ')} };`,
  ].join('\n');
}

function folderOf(url: string | undefined): string | undefined {
  if (url?.startsWith('file:') !== true) return undefined;
  const path = fileURLToPath(url);
  return [...folders.keys()].find((folder) => {
    const inside = relative(folder, path);
    return (
      inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !inside.split(sep).includes('node_modules')
    );
  });
}

function isOwnPath(specifier: string): boolean {
  return /^(?:\.{1,2}\/|file:)/.test(specifier);
}

function refused(specifier: string, reason = 'is not provided by the program'): RefusedImport {
  const remedy = isBuiltin(specifier)
    ? 'remove it, and use the context instead'
    : specifier.startsWith('@cubit/')
      ? 'import from @cubit/core alone'
      : 'bundle it with the module';
  return new RefusedImport(`import '${specifier}' ${reason}; ${remedy}.`);
}
