import { computed, defineKind, Field, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import {
  partArchived,
  partCreated,
  partDeleted,
  partStatusChanged,
  partUpdated,
  stockDepleted,
  stockLow,
  stockRecovered,
} from '../events.js';
import { refuseUnitChange, refuseUsedParts, setUnits } from './part-rules.js';
import { tellOfParts } from './part-news.js';
import { keepServiceClocks } from './service-clock.js';

const material = Type.Object(
  {
    material: Type.Optional(Type.String({ maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1f6feb'] })),
    density_g_cm3: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
    diameter_mm: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
    net_weight_g: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
    tare_weight_g: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
  },
  { additionalProperties: false },
);
const worth = Type.Array(
  Type.Object({ currency: Type.String(), qty: Type.Number(), value: Type.String() }, { additionalProperties: false }),
);
const barcodes = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true });
const quantity = (description: string) => computed(Field.decimal({ default: 0, description }));

const fields = Type.Object({
  name: Field.text({ minLength: 1 }),
  ipn: Type.Optional(Field.text({ minLength: 1, description: 'Internal part number; unique.' })),
  description: Type.Optional(Field.longtext()),
  category: Type.Optional(Field.ref('inventory:category')),
  unit: Type.Optional(
    Field.text({
      minLength: 1,
      maxLength: 20,
      description: 'What quantities are in. Default: the unit of its category, else `pcs`. Fixed once stock has moved.',
    }),
  ),
  tracking: Field.enum(['none', 'lot', 'serial'], {
    default: 'none',
    description: 'What is asked for when stock comes in. It may also come without, and be numbered later.',
  }),
  status: Field.enum(['draft', 'active', 'deprecated', 'obsolete']),
  min_stock: Type.Optional(Field.decimal({ minimum: 0, description: 'Low when less than this is available.' })),
  target_stock: Type.Optional(Field.decimal({ minimum: 0, description: 'What to order up to. Default: `min_stock`.' })),
  default_location: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear' })),
  manufacturer: Type.Optional(Field.text()),
  mpn: Type.Optional(Field.text({ description: 'Part number of the manufacturer.' })),
  link: Type.Optional(Field.url()),
  image: Type.Optional(Field.file()),
  barcodes: Type.Optional(Field.json(barcodes)),
  is_assembly: Field.boolean({ default: false }),
  is_consumable: Field.boolean({ default: false }),
  is_tool: Field.boolean({ default: false }),
  material: Type.Optional(Field.json(material, { description: 'For filament, resin and the like.' })),
  shelf_life_days: Type.Optional(
    Field.integer({ minimum: 1, maximum: 36_500, description: 'New stock expires after so many days.' }),
  ),
  replace_every_days: Type.Optional(
    Field.integer({
      minimum: 1,
      maximum: 36_500,
      description: 'How long one in use serves: a filter, a nozzle. `inventory:replace` starts the clock anew.',
    }),
  ),
  notes: Type.Optional(Field.longtext()),
  default_supplier_part: Type.Optional(Field.ref('purchases:supplier_part', { onDelete: 'clear' })),
  on_hand: quantity(
    'Stock that is there: of items not lost, destroyed, rejected, installed in another or out on loan.',
  ),
  available: quantity('What may be taken: stock that is ok, attention or returned, less what is reserved.'),
  reserved: quantity('Promised by active reservations and not yet taken.'),
  on_order: quantity('Ordered and not yet received, in units of stock; kept by what orders.'),
  in_production: quantity('To come from builds that are issued, in units of stock.'),
  can_build: quantity(
    'Whole assemblies that could be made now of what is available, sub-assemblies made where they are short. 0 without a bill of materials.',
  ),
  bom_lines: computed(Field.integer({ default: 0, description: 'Lines of its bill of materials.' })),
  used_in: computed(
    Field.integer({ default: 0, description: 'Lines of bills that name it, as the component or a substitute.' }),
  ),
  stock_value: Type.Optional(
    computed(
      Field.money({ description: 'What the stock on hand cost. Absent without costs, or with several currencies.' }),
    ),
  ),
  avg_cost: Type.Optional(computed(Field.money({ description: 'Per unit, of the stock that has a cost.' }))),
  worth: Type.Optional(
    computed(Field.json(worth, { description: 'What the stock on hand cost, by currency, exactly.' })),
  ),
  last_counted_at: Type.Optional(computed(Field.datetime())),
  service_since: Type.Optional(
    computed(Field.datetime({ description: 'Since when the one in use serves: replaced, or the interval set.' })),
  ),
  replace_due: Type.Optional(
    computed(Field.datetime({ description: '`service_since` and `replace_every_days` together.' })),
  ),
  replace_from: Type.Optional(computed(Field.datetime({ description: '`replace_due` until it was told of.' }))),
});

export type PartKind = KindDefinition<'inventory:part', typeof fields>;
export type Part = RecordOf<PartKind>;

export const part = defineKind({
  id: 'inventory:part',
  title: ['Part', 'Parts'],
  description: 'Something of which there is stock: a component, a consumable, a tool, a product.',
  fields,
  titleField: 'name',
  search: ['ipn', 'description', 'manufacturer', 'mpn', 'notes'],
  index: ['category', 'status', 'available', 'can_build', 'barcodes'],
  unique: ['ipn'],
  lifecycle: {
    field: 'status',
    initial: ['active', 'draft', 'deprecated', 'obsolete'],
    states: {
      draft: { to: { active: ['inventory:activate'] } },
      active: { to: { deprecated: ['inventory:retire'] } },
      deprecated: { to: { obsolete: ['inventory:retire'] } },
      obsolete: { to: { active: ['inventory:activate'] } },
    },
  },
  events: { created: partCreated, updated: partUpdated, deleted: partDeleted },
  emits: [partStatusChanged, partArchived, stockLow, stockRecovered, stockDepleted],
  eventPayload: ({ fields: { name, ipn, category } }) => ({ name, ipn, categoryId: category }),
  example: { name: 'M3×10 socket head screw', ipn: 'SCR-M3-10', unit: 'pcs', min_stock: 50, target_stock: 200 },
  async beforeWrite(context, drafts) {
    await setUnits(context, drafts);
    await refuseUnitChange(context, drafts);
    await refuseUsedParts(context, drafts);
    keepServiceClocks(context, drafts);
  },
  async onWrite(context, changes) {
    tellOfParts(context, changes);
  },
});
