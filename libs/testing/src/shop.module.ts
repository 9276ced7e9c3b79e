import { Type } from 'typebox';
import { addQuantities } from '@cubit/decimal';
import { computed, defineAction, defineEvent, defineKind, defineModule, fail, Field, fixed } from '@cubit/core';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

export const shelfCreated = defineEvent({
  name: 'shop.shelf.created',
  title: 'Shelf created',
  payload: Type.Object({ shelfId: Field.ref('shop:shelf') }),
  example: { shelfId: EXAMPLE_ID },
});
export const itemChanged = defineEvent({
  name: 'shop.item.changed',
  title: 'Item changed',
  payload: Type.Object({
    itemId: Field.ref('shop:item'),
    changes: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  }),
  example: { itemId: EXAMPLE_ID, changes: {} },
});
export const itemTaken = defineEvent({
  name: 'shop.item.taken',
  title: 'Item taken',
  payload: Type.Object({ itemId: Field.ref('shop:item'), qty: Field.decimal() }),
  example: { itemId: EXAMPLE_ID, qty: 1 },
});

export const shelf = defineKind({
  id: 'shop:shelf',
  title: ['Shelf', 'Shelves'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    above: Type.Optional(Field.ref('shop:shelf', { onDelete: 'clear' })),
    keepers: Type.Optional(Field.users()),
  }),
  index: ['keepers'],
  parent: 'above',
  children: [{ name: 'items', kind: 'shop:item', by: 'shelf' }],
  unique: ['name'],
  events: { created: shelfCreated },
});

export const item = defineKind({
  id: 'shop:item',
  title: ['Item', 'Items'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    code: Type.Optional(Field.text()),
    shelf: Type.Optional(Field.ref('shop:shelf')),
    qty: Field.decimal({ minimum: 0, default: 0 }),
    price: Type.Optional(Field.money()),
    bought_on: Type.Optional(Field.date()),
    seen_at: Type.Optional(Field.datetime()),
    origin: Type.Optional(fixed(Field.text())),
    state: Field.enum(['new', 'used', 'gone'], { default: 'new' }),
    taken: computed(Field.decimal({ default: 0 })),
    details: Type.Optional(
      Field.json(
        Type.Object(
          { color: Type.Optional(Type.String()), size: Type.Optional(Type.Number()) },
          { additionalProperties: false },
        ),
      ),
    ),
  }),
  search: ['code', 'origin', 'details'],
  index: ['qty', 'shelf'],
  unique: ['code'],
  lifecycle: {
    field: 'state',
    initial: 'new',
    states: {
      new: { to: { used: ['shop:take'], gone: 'direct' } },
      used: { to: { gone: 'direct' } },
      gone: { to: {} },
    },
  },
  events: { updated: itemChanged },
});

export const take = defineAction({
  id: 'shop:take',
  title: 'Take',
  appliesTo: [item],
  input: Type.Object({ qty: Field.decimal({ exclusiveMinimum: 0 }) }, { additionalProperties: false }),
  output: Type.Object({ left: Field.decimal() }),
  emits: [itemTaken],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Take two', input: { qty: 2 } },
  available: (target) => target.fields.state !== 'gone' || 'it is gone',
  async run({ records, emit }, target, { qty }) {
    if (qty > target.fields.qty) throw fail('insufficient_stock', `There are only ${target.fields.qty}.`);
    const left = addQuantities(target.fields.qty, -qty);
    await records.update(item, target.id, { qty: left, taken: addQuantities(target.fields.taken, qty), state: 'used' });
    emit(itemTaken, { itemId: target.id, qty });
    return { left };
  },
});

/** A small module that uses every feature of the contract, for specs of the kernel. */
export const shop = defineModule({
  name: 'shop',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shop',
  description: 'For the specs of the kernel.',
  kinds: [shelf, item],
  events: [shelfCreated, itemChanged, itemTaken],
  actions: [take],
});
