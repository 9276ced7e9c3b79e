import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { placeError, placeFault } from './place-fault.js';

const folder = await mkdtemp(join(tmpdir(), 'cubit-places-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'src'));
await writeFile(
  join(folder, 'src/events.ts'),
  [
    "import { absent, defineEvent } from '@cubit/core';",
    "import 'node:net';",
    "export const done = defineEvent({ name: 'lathe.item.done', itemId: Field.ref('laser:item') });",
  ].join('\n'),
);
await writeFile(
  join(folder, 'src/item.kind.ts'),
  ["export const item = defineKind({ id: 'laser:item',", '  vendor: Field.text(),', '});'].join('\n'),
);
await writeFile(join(folder, 'src/laser.module.ts'), "defineModule({ name: 'laser' });");

describe('the place of a fault', () => {
  it.each([
    ["Module 'laser' declares event 'lathe.item.done', owned by 'lathe'; name it 'laser.…'.", 'src/events.ts:3'],
    ["Kind 'laser:item' requires 'vendor', which 3 records lack; give it a default or `fill`.", 'src/item.kind.ts:2'],
    ["Kind 'laser:item': /example/name is required; correct the example.", 'src/item.kind.ts:1'],
  ])('is that of the rarest name: %s', (fault, place) => {
    expect(placeFault(folder, fault)).toBe(`${place}: ${fault}`);
  });

  it('replaces the name of the package', () => {
    const fault =
      "  - Module 'laser' (package 'cubit-module-laser' 0.1.0): import 'node:net' is not provided; remove it.";

    expect(placeFault(folder, fault)).toBe("src/events.ts:2: import 'node:net' is not provided; remove it.");
  });

  it('is left out where the sources have none of its names', () => {
    expect(placeFault(folder, "The port '3000' is in use.")).toBe("The port '3000' is in use.");
  });

  it('of an error is the first line of the sources in its stack', () => {
    const error = new Error('No laser.');
    error.stack = `Error: No laser.\n    at find (${folder}/node_modules/x/x.ts:9:1)\n    at ${folder}/src/item.kind.ts:2:7`;

    expect(placeError(folder, error)).toBe('src/item.kind.ts:2: No laser; correct it.');
  });

  it('of an import that the contract does not have is its name in the sources', () => {
    const error = new SyntaxError("The requested module '@cubit/core' does not provide an export named 'absent'");

    expect(placeError(folder, error)).toMatch(/^src\/events\.ts:1: .*'absent'; correct it\.$/);
  });
});
