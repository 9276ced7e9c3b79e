import type { Fields } from '@cubit/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { stockSteps } from './stock-steps.js';

interface SampleFile {
  readonly categories: readonly object[];
  /** Of the file alone: the sample of the program makes them from a floor plan. */
  readonly locations: readonly { readonly path: string }[];
  readonly parts: readonly object[];
  readonly stock: readonly object[];
}

const FILE = fileURLToPath(new URL('../../../../samples/workshop.json', import.meta.url));
const present = JSON.parse(readFileSync(FILE, 'utf8')) as SampleFile;

const created = (kind: string) =>
  stockSteps().flatMap((step) => ('create' in step && step.create === kind ? [step] : []));
/** `@part:R-1K` names `R-1K`. */
const named = (reference: unknown) => String(reference).replace(/^@?\w+:/, '');
const filled = <Member extends object>(name: string, member: Member) =>
  Object.keys(member).length === 0 ? {} : { [name]: member };

function pathOf(place: string): string | undefined {
  return present.locations.find(({ path }) => path.split('/').at(-1) === place)?.path;
}

const categories = created('inventory:category').map(({ as, fields: { name: _name, parent: _parent, ...fields } }) => ({
  path: named(as),
  ...filled('fields', fields),
}));
const parts = created('inventory:part').map(({ as, fields: { category, ...fields }, tags }) => ({
  ...{ key: named(as), category: named(category), fields },
  ...filled('tags', tags),
}));
const stock = created('inventory:stock_item').map(({ fields: { part, location, ...fields } }: { fields: Fields }) => ({
  ...{ part: named(part), location: pathOf(named(location)), fields },
}));
const expected = { categories, locations: present.locations, parts, stock };

// The steps are the source. With UPDATE_GOLDEN=1 the file is written from them; format it afterwards.
describe('samples/workshop.json', () => {
  it('has the categories, parts and stock of the sample that the program loads', () => {
    if (process.env['UPDATE_GOLDEN'] === '1' && !isDeepStrictEqual(present, expected))
      writeFileSync(FILE, `${JSON.stringify(expected, null, 2)}\n`);

    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(expected);
    expect(parts.length).toBeGreaterThan(0);
  });
});
