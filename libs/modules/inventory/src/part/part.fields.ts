import { computed, Field, foreignKind, type KindDefinition, type RecordOf, rollup } from '@cubit/core';
import { Type } from 'typebox';

const material = Type.Object(
  {
    material: Type.Optional(Type.String({ title: 'Material', maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'swatch' } })),
    color_alpha: Type.Optional(Field.colorAlpha()),
    density_g_cm3: Type.Optional(
      Type.Number({
        title: 'Density',
        'x-ui': { widget: 'quantity', unit: 'g/cm³' },
        exclusiveMinimum: 0,
        maximum: 100,
      }),
    ),
    diameter_mm: Type.Optional(
      Type.Number({ title: 'Diameter', 'x-ui': { widget: 'quantity', unit: 'mm' }, exclusiveMinimum: 0, maximum: 100 }),
    ),
    net_weight_g: Type.Optional(
      Type.Number({ title: 'Net weight', 'x-ui': { widget: 'quantity', unit: 'g' }, minimum: 0, maximum: 1e9 }),
    ),
    tare_weight_g: Type.Optional(
      Type.Number({ title: 'Empty weight', 'x-ui': { widget: 'quantity', unit: 'g' }, minimum: 0, maximum: 1e9 }),
    ),
  },
  { additionalProperties: false },
);
const MAX_SUBSTITUTES = 50;
const MAX_PACKS = 20;
const packs = Type.Array(
  Type.Object(
    {
      unit: Type.String({ title: 'Unit', minLength: 1, maxLength: 20, examples: ['box'] }),
      qty: Type.Number({ title: 'Quantity', exclusiveMinimum: 0, maximum: 1e9, multipleOf: 1e-6, examples: [100] }),
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_PACKS },
);
const worth = Type.Array(
  Type.Object(
    {
      currency: Type.String({ title: 'Currency' }),
      qty: Type.String({
        title: 'Quantity',
        description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
      value: Type.String({ title: 'Value' }),
    },
    { additionalProperties: false },
  ),
);
const exact = Type.Object(
  {
    on_hand: Type.String({ title: 'On hand' }),
    usable: Type.String({ title: 'Usable' }),
    reserved: Type.String({ title: 'Reserved' }),
  },
  { additionalProperties: false },
);
export interface ParameterValue {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly plain?: string;
}
const parameters = Type.Unsafe<Readonly<Record<string, ParameterValue>>>({
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      value: { type: 'string' },
      unit: { type: 'string' },
      min: { type: 'number', description: 'The smallest value, in `plain`.' },
      max: { type: 'number', description: 'The largest value, in `plain`.' },
      plain: { type: 'string', description: 'The unit without prefix: `ohm`, `g`, `m`.' },
    },
    required: ['name', 'value'],
  },
});
const barcodes = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true });
const inUnit = { widget: 'quantity', unit: { field: 'unit' } } as const;
const quantity = (description: string) => rollup(Field.decimal({ default: 0, description, ui: inUnit }));

export const partFields = Type.Object({
  name: Field.text({
    title: 'Name',
    minLength: 1,
    description: 'Name in lists, on labels and in messages. Several parts may have the same name.',
  }),
  ipn: Type.Optional(Field.text({ title: 'Part number', minLength: 1, description: 'Internal part number; unique.' })),
  description: Type.Optional(
    Field.longtext({
      title: 'Description',
      ui: { widget: 'markdown' },
      description: 'What the part is, in Markdown. The search finds it.',
    }),
  ),
  category: Type.Optional(
    Field.ref('inventory:category', {
      title: 'Category',
      ui: { widget: 'tree' },
      description: 'Gives the part its default unit and default location.',
    }),
  ),
  unit: Type.Optional(
    Field.text({
      title: 'Unit',
      minLength: 1,
      maxLength: 20,
      description:
        'Unit of its quantities. Default: the unit of its category, else `pcs`. Cannot be changed once stock has moved.',
    }),
  ),
  packs: Type.Optional(
    Field.json(packs, {
      title: 'Packs',
      description:
        'Units of its own. Each has the quantity that one of them holds: a `box` of 100. Quantities can be given in them.',
    }),
  ),
  tracking: Field.enum(['none', 'lot', 'serial'], {
    title: 'Tracking',
    default: 'none',
    description:
      'What a client should ask for when stock is added. Not enforced: stock may be added without it and serialized later.',
  }),
  status: Field.enum(['draft', 'active', 'deprecated', 'obsolete'], {
    title: 'Status',
    description:
      '`deprecated` parts are to be used up, `obsolete` parts are archived. Default: `active`. Changed by `inventory:activate` and `inventory:retire`.',
    ui: {
      widget: 'status',
      tone: { ok: { is: 'active' }, info: { is: 'draft' }, warn: { in: ['deprecated', 'obsolete'] } },
    },
  }),
  min_stock: Type.Optional(
    Field.decimal({
      title: 'Minimum',
      ui: { widget: 'quantity', unit: { field: 'unit' } },
      minimum: 0,
      description: 'Stock is low when less than this is available.',
    }),
  ),
  target_stock: Type.Optional(
    Field.decimal({
      title: 'Target',
      ui: { widget: 'quantity', unit: { field: 'unit' } },
      minimum: 0,
      description: 'Quantity to order up to. Default: `min_stock`.',
    }),
  ),
  default_location: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Default location',
      ui: { widget: 'tree' },
      onDelete: 'clear',
      description: 'Where added stock is put. Default: the default location of the category.',
    }),
  ),
  manufacturer: Type.Optional(
    Field.text({ title: 'Manufacturer', description: 'Name of the company that makes the part.' }),
  ),
  mpn: Type.Optional(Field.text({ title: 'Manufacturer part number', description: 'Manufacturer part number.' })),
  link: Type.Optional(Field.url({ title: 'Link', description: 'Web page of the part, for example its data sheet.' })),
  image: Type.Optional(
    Field.file({ title: 'Picture', ui: { widget: 'image' }, description: 'Image of the part, shown in lists.' }),
  ),
  gtin: Type.Optional(
    Field.text({
      title: 'Article number',
      maxLength: 20,
      pattern: '^[0-9][0-9 -]*$',
      description: 'Article number (GTIN, EAN, UPC) with its check digit, which is verified.',
    }),
  ),
  barcodes: Type.Optional(
    Field.json(barcodes, {
      title: 'Barcodes',
      ui: { widget: 'barcode' },
      description: 'Codes on the item or its packaging. Scanning one of them finds the part.',
    }),
  ),
  is_assembly: Field.boolean({
    title: 'Assembly',
    default: false,
    description: 'The part is built from others. Set when its bill of materials gets its first line.',
  }),
  is_consumable: Field.boolean({
    title: 'Consumable',
    default: false,
    description: 'The part is used up, such as glue or filament. For filters only.',
  }),
  is_tool: Field.boolean({
    title: 'Tool',
    default: false,
    description: 'The part is used and put back, such as a caliper. For filters only.',
  }),
  material: Type.Optional(
    Field.json(material, { title: 'Material', description: 'Properties of filament, resin and similar materials.' }),
  ),
  shelf_life_days: Type.Optional(
    Field.integer({
      title: 'Shelf life',
      ui: { widget: 'duration', unit: 'days' },
      minimum: 1,
      maximum: 36_500,
      description: 'Days after which new stock expires.',
    }),
  ),
  replace_every_days: Type.Optional(
    Field.integer({
      title: 'Replace every',
      ui: { widget: 'duration', unit: 'days' },
      minimum: 1,
      maximum: 36_500,
      description:
        'Days that a unit can be in service, for example a filter or a nozzle. `inventory:replace` starts the interval again.',
    }),
  ),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Internal notes, in Markdown. The search finds them.',
    }),
  ),
  default_supplier_part: Type.Optional(
    Field.ref('purchases:supplier_part', {
      title: 'Preferred supplier part',
      onDelete: 'clear',
      description: 'Orders take this supplier part before others. Ignored while its supplier is not active.',
    }),
  ),
  substitutes: Type.Optional(
    Field.refs('inventory:part', {
      title: 'Substitutes',
      maxItems: MAX_SUBSTITUTES,
      description:
        'Parts to use if this one is short, in this order. `inventory:use` takes them. Lines of bills of materials have them too, unless they were given their own.',
    }),
  ),
  parameters: Type.Optional(
    rollup(
      Field.json(parameters, {
        title: 'Parameters',
        description:
          'Its parameters (`inventory:parameter`) by name in lower case. Filter by them with `param("resistance") >= quantity("10k", "ohm")`.',
      }),
    ),
  ),
  on_hand: Field.titled(
    'On hand',
    quantity(
      'Total of its stock items. Those that are lost, destroyed, rejected, installed in another item or on loan do not count.',
    ),
  ),
  available: rollup(
    Field.decimal({
      title: 'Available',
      default: 0,
      description:
        'Quantity that can be used or reserved. On-hand stock with the status ok, attention or returned, less `reserved`.',
      ui: { ...inUnit, tone: { bad: { below: 0 }, warn: { below: 'min_stock' } } },
    }),
  ),
  reserved: Field.titled('Reserved', quantity('Quantity in open reservations that is not yet used.')),
  on_order: Field.titled(
    'On order',
    quantity('Quantity ordered and not yet received, in stock units. Updated by the module that handles orders.'),
  ),
  in_production: Field.titled(
    'In production',
    quantity('Quantity that open builds will still produce, in stock units.'),
  ),
  can_build: Field.titled(
    'Can build',
    quantity(
      'Number of whole assemblies that can be built. Available stock counts; missing sub-assemblies are built as well. 0 without a bill of materials.',
    ),
  ),
  bom_lines: rollup(
    Field.integer({ title: 'Component lines', default: 0, description: 'Number of lines of its bill of materials.' }),
  ),
  used_in: rollup(
    Field.integer({
      title: 'Used in',
      default: 0,
      description: 'Number of bill of materials lines that name it. As the component or as a substitute.',
    }),
  ),
  stock_value: Type.Optional(
    rollup(
      Field.money({
        title: 'Stock value',
        description: 'Cost of the stock on hand. Absent if no stock has a cost, or if costs are in several currencies.',
      }),
    ),
  ),
  avg_cost: Type.Optional(
    rollup(Field.money({ title: 'Average cost', description: 'Average cost per unit, of the stock that has a cost.' })),
  ),
  worth: Type.Optional(
    rollup(
      Field.json(worth, {
        title: 'Exact value',
        ui: { hidden: true },
        description: 'Exact cost of the stock on hand, by currency.',
      }),
    ),
  ),
  exact: Type.Optional(
    rollup(
      Field.json(exact, {
        title: 'Exact quantities',
        ui: { hidden: true },
        description: 'Quantities without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  low_since: Type.Optional(
    rollup(
      Field.datetime({
        title: 'Low since',
        ui: { widget: 'relative' },
        description:
          'When the stock became low (`inventory.stock.low`), until it recovers. Absent for a new part whose stock was never entered.',
      }),
    ),
  ),
  last_counted_at: Type.Optional(
    rollup(
      Field.datetime({
        title: 'Last counted',
        ui: { widget: 'relative' },
        description: 'When stock of the part was last counted or weighed. Absent if it never was.',
      }),
    ),
  ),
  service_since: Type.Optional(
    computed(
      Field.datetime({
        title: 'In service since',
        description:
          'When the unit in service was installed. The last replacement, or when `replace_every_days` was set.',
      }),
    ),
  ),
  replace_due: Type.Optional(
    computed(
      Field.datetime({
        title: 'Replacement due',
        description: 'When the unit in service is due to be replaced. `service_since` plus `replace_every_days`.',
      }),
    ),
  ),
  replace_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Replacement check',
        ui: { hidden: true },
        description: '`replace_due`, until `inventory.part.replace_due` was emitted for it.',
      }),
    ),
  ),
});

export type PartKind = KindDefinition<'inventory:part', typeof partFields>;
export type Part = RecordOf<PartKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const partRecord: PartKind = foreignKind('inventory:part', partFields);
