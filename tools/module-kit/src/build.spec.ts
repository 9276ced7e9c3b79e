import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { build, stop } from 'esbuild';
import { bundleOptions, importsOf } from './build.js';

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'cubit-build-'));
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});
await mkdir(join(folder, 'src'));
await symlink(installed, join(folder, 'node_modules'));

/** Specifiers that the bundle of a source imports. */
async function bundled(source: string): Promise<readonly string[]> {
  await writeFile(join(folder, 'src/laser.module.ts'), source);
  const manifest = { name: 'cubit-module-laser', version: '0.1.0' };
  const project = { folder, manifest, module: 'laser', source: 'src/laser.module.ts', contract: '^1.0.0' };
  const { outputFiles = [] } = await build({ ...bundleOptions(project), write: false });
  return importsOf(outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '');
}

describe('the bundle of a module', () => {
  it('imports what the program provides', async () => {
    const source = `import { fail } from '@cubit/core';
      import { Field } from '@cubit/core/typebox-0.34';
      import { Type } from 'typebox';
      export const all = [fail, Field, Type];`;

    expect(await bundled(source)).toEqual(['@cubit/core', '@cubit/core/typebox-0.34', 'typebox']);
  });

  it('contains what is below a package that the program provides', async () => {
    const source = `import { Value } from 'typebox/value'; export const check = Value.Check;`;

    expect(await bundled(source)).toEqual([]);
  });
});
