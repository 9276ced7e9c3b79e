import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineKind, defineModule, Field } from '@cubit/core';
import type { WorkspaceSchema } from '@cubit/core/host';
import { createTestKernel, type TestKernel } from '@cubit/testing';
import { Type } from 'typebox';
import { ImportNode } from './import-node.js';
import { proposeMapping } from './propose-mapping.js';

const component = defineKind({
  id: 'shed:component',
  title: ['Component', 'Components'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    ipn: Type.Optional(Field.text()),
    mpn: Type.Optional(Field.text()),
    manufacturer: Type.Optional(Field.text()),
    number: Type.Optional(Field.text()),
    least: Type.Optional(Field.titled('Minimum', Field.text())),
    length: Type.Optional(Field.text()),
    lens: Type.Optional(Field.text()),
  }),
});
const shed = defineModule({
  name: 'shed',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shed',
  description: 'Components.',
  kinds: [component],
});

let kernel: TestKernel;
let node: ImportNode;
beforeAll(async () => {
  kernel = await createTestKernel({ modules: [shed] });
  const kind = kernel.kernel.registry.kinds.get(component.id);
  if (!kind) throw new Error('The shed has no components.');
  const { registry } = kernel.kernel;
  const schema = { kinds: new Map([[kind.id, kind.shape]]) } as unknown as WorkspaceSchema;
  node = new ImportNode({ registry, schema, reading: 'foreign' }, kind, kind.shape);
});
afterAll(() => kernel.close());

describe('the proposed mapping', () => {
  it.each([
    ['manf#', 'mpn'],
    ['Mfr. #', 'mpn'],
    ['Mfg Part #', 'mpn'],
    ['Part #', 'ipn'],
    ['Mfr.', 'manufacturer'],
    ['#', null],
    ['Min', 'least'],
    ['Min.', 'least'],
    ['Mi', null],
    ['Min max', null],
    // Of two titles.
    ['Len', null],
  ])('reads %s', (column, field) => {
    expect(proposeMapping(node, [column]).get(column)).toBe(field);
  });
});
