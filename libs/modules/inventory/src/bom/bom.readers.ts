import { type ImportReader, plainName } from '@cubit/core';

type Item = Readonly<Record<string, unknown>>;

const DESIGNATORS = [
  'reference',
  'references',
  'designator',
  'designators',
  'referencedesignator',
  'refdes',
  'ref',
  'refs',
];
const QUANTITIES = ['quantity', 'qty', 'quantityper', 'quantityperpcb', 'count', 'amount'];
const VALUES = ['value', 'val', 'comment'];
const FOOTPRINTS = ['footprint', 'package', 'pattern'];
const NUMBERS = [
  'mpn',
  'manfnumber',
  'manufacturerpartnumber',
  'manufacturerpn',
  'mfrnumber',
  'mfrpartnumber',
  'mfgpartnumber',
  'kicostmanfnumber',
  'partnumbermfr',
];
const MAKERS = ['manufacturer', 'manf', 'mfr', 'mfg', 'kicostmanf'];
const OWN_NUMBERS = ['ipn', 'internalpartnumber', 'partnumber'];
const NAME_LENGTH = 500;

type Cells = ReadonlyMap<string, string>;

/** Bills of drawing programs (KiCad, Altium, EasyEDA): a row for each component or group, recognised by its designators, value and footprint. */
export const designatorReader: ImportReader = {
  name: 'designators',
  matches(item) {
    const cells = cellsOf(item);
    const has = (names: readonly string[]) => names.some((name) => cells.has(name));
    return has(DESIGNATORS) && has(VALUES) && !cells.has('subpartid') && !cells.has('subpart');
  },
  rows: (item) => [lineOf(cellsOf(item))],
};

/** The list of components that KiCad writes as XML for its scripts. */
export const kicadNetlistReader: ImportReader = {
  name: 'kicad-netlist',
  matches: (item) => componentsOf(item).length > 0,
  rows: (item) =>
    componentsOf(item).map((component) => {
      const { '@ref': reference, value, footprint, datasheet, fields, libsource } = component;
      const own = fieldsOf(fields).map((field): [string, string] => [
        plainName(textOf(field['@name'])),
        textOf(field['#text']),
      ]);
      const part = isItem(libsource) ? textOf(libsource['@part']) : '';
      const named = { reference, value: textOf(value) || part, footprint, datasheet };
      const cells = Object.entries(named).map(([name, text]): [string, string] => [name, textOf(text)]);
      return lineOf(new Map([...own, ...cells]));
    }),
};

function lineOf(cells: Cells): Item {
  const first = (names: readonly string[]) =>
    names.map((name) => cells.get(name) ?? '').find((text) => text !== '' && text !== '-') ?? '';
  const designators = first(DESIGNATORS);
  const quantity = first(QUANTITIES);
  const mpn = first(NUMBERS).replaceAll('\\,', ',');
  const footprint = first(FOOTPRINTS).split(':').at(-1) ?? '';
  const value = first(VALUES);
  const name = [value, footprint].filter((text) => text !== '' && text !== '~').join(' ');
  const count = designators.split(/[\s,;]+/).filter((text) => text !== '').length;
  const component = {
    'component.ipn': first(OWN_NUMBERS),
    'component.mpn': mpn,
    'component.manufacturer': first(MAKERS),
    'component.name': (name || mpn || designators).slice(0, NAME_LENGTH),
    'component.description': first(['description', 'desc']),
    'component.link': first(['datasheet', 'link', 'url']),
  };
  return {
    ...Object.fromEntries(Object.entries(component).filter(([, text]) => text !== '')),
    ...(cells.has('assembly') ? { assembly: cells.get('assembly') } : {}),
    qty_per: quantity === '' ? Math.max(1, count) : quantity,
    ...(designators === ''
      ? {}
      : {
          designators: designators
            .split(/[\s,;]+/)
            .filter((text) => text !== '')
            .join(', '),
        }),
  };
}

function cellsOf(item: Item): Cells {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(item)) {
    const plain = plainName(name);
    // Two columns of one name: the first that has something.
    if ((cells.get(plain) ?? '') === '') cells.set(plain, textOf(value));
  }
  return cells;
}

/** `{ export: { components: { comp: [...] } } }`; one component alone is no list. */
function componentsOf({ export: root }: Item): readonly Item[] {
  const components = isItem(root) ? root['components'] : undefined;
  return isItem(components) ? listOf(components['comp']) : [];
}

function fieldsOf(fields: unknown): readonly Item[] {
  return isItem(fields) ? listOf(fields['field']) : [];
}

function listOf(value: unknown): readonly Item[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isItem);
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
