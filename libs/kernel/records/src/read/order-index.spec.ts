import { describe, expect, it } from '@jest/globals';
import { Field } from '@cubit/core';
import { createRegistry, createShape, type CustomField } from '@cubit/core/host';
import { shop } from '@cubit/testing';
import { hasOrderIndex } from './order-index.js';
import { parseSort } from './sort.js';

const kind = createRegistry([shop]).kinds.get('shop:item');
if (!kind) throw new Error('The shop has no items.');
const custom = (name: string, indexed: boolean): CustomField => ({
  name,
  schema: Field.text(),
  required: false,
  indexed,
});
const shape = createShape(kind.definition, { custom: [custom('drawer', true), custom('color', false)] });

describe('an order with an index', () => {
  it.each([
    ['', true],
    ['id', true],
    ['-id', true],
    ['title', true],
    ['-name', true],
    ['created_at', true],
    ['qty', true],
    ['-shelf', true],
    ['drawer', true],
    ['color', false],
    ['code', false],
    ['-price', false],
    ['qty,name', false],
    ['version', false],
  ])('?sort=%s: %p', (sort, expected) => {
    expect(hasOrderIndex(shape, kind, parseSort(shape, sort))).toBe(expected);
  });
});
