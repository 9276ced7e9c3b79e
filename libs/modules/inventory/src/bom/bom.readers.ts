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
const VALUES = ['value', 'val', 'comment', 'designation'];
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
/** Columns whose word says that a component is not fitted, or that it is. */
const NOT_FITTED = [
  'dnp',
  'dnf',
  'donotpopulate',
  'donotplace',
  'donotfit',
  'nopop',
  'notfitted',
  'unpopulated',
  'nichtbestuckt',
  'nichtbestucken',
];
const FITTED = [
  'fitted',
  'fit',
  'populate',
  'populated',
  'pop',
  'place',
  'placed',
  'mount',
  'mounted',
  'bestuckt',
  'bestucken',
];
const EXCLUDED = ['excludefrombom', 'excludedfrombom', 'excludebom'];
const INCLUDED = ['inbom', 'includeinbom', 'includedinbom'];
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'off']);
/** Values of drawings that stand for a component that is not fitted. */
const NOTHING = /^(?:dnp|dnf|dni|do not (?:populate|place|fit)|not fitted)$/i;

/** How drawings say that there is nothing: parts without a number are not one part. */
const EMPTY = /^(?:[-–—_~]*|#?n\/a|null)$/i;

/** The cells of an item by the plain names of its columns. Only what is asked for is read, so that the import knows what is not. */
class Cells {
  readonly #item: Item;
  readonly #names: ReadonlyMap<string, readonly string[]>;

  constructor(item: Item) {
    this.#item = item;
    this.#names = Map.groupBy(Object.keys(item), plainName);
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.#names.has(name));
  }

  /** Of several columns, the first that has something. */
  first(names: readonly string[]): string {
    for (const name of names.flatMap((plain) => this.#names.get(plain) ?? [])) {
      const text = textOf(this.#item[name]);
      if (!EMPTY.test(text)) return text;
    }
    return '';
  }
}

/** Bills of drawing programs (KiCad, Altium, EasyEDA): a row for each component or group, recognised by its designators, value and footprint. */
export const designatorReader: ImportReader = {
  name: 'designators',
  matches(item) {
    const cells = new Cells(item);
    return cells.has(...DESIGNATORS) && cells.has(...VALUES) && !cells.has('subpartid', 'subpart');
  },
  rows: (item) => [lineOf(new Cells(item))],
};

/** The list of components that KiCad writes as XML for its scripts. */
export const kicadNetlistReader: ImportReader = {
  name: 'kicad-netlist',
  matches: (item) => componentsOf(item).length > 0,
  rows: (item) =>
    componentsOf(item).map((component) => {
      const { '@ref': reference, value, footprint, datasheet, fields, libsource, property } = component;
      const own = fieldsOf(fields).map((field) => [textOf(field['@name']), textOf(field['#text'])]);
      // A property without a value is set: `<property name="dnp"/>`.
      const set = listOf(property).map((one) => [textOf(one['@name']), textOf(one['@value']) || 'yes']);
      const part = isItem(libsource) ? textOf(libsource['@part']) : '';
      const named = { reference, value: textOf(value) || part, footprint, datasheet };
      // The names of the program go before fields of its users.
      return lineOf(new Cells({ ...named, ...Object.fromEntries([...own, ...set]), ...named }));
    }),
};

function lineOf(cells: Cells): Item {
  const first = (names: readonly string[]) => cells.first(names);
  const leftOut = leftOutOf(cells);
  if (leftOut !== null) return { 'import.left_out': leftOut };
  const designators = first(DESIGNATORS);
  const quantity = first(QUANTITIES);
  const mpn = first(NUMBERS).replaceAll('\\,', ',');
  const footprint = first(FOOTPRINTS).split(':').at(-1) ?? '';
  const value = first(VALUES);
  const name = [value, footprint].filter((text) => text !== '').join(' ');
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
    ...(cells.has('assembly') ? { assembly: first(['assembly']) } : {}),
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

/** Why a component makes no line of the bill; null for one that does. */
function leftOutOf(cells: Cells): 'excluded' | 'not_fitted' | null {
  const says = (names: readonly string[]) => {
    const word = cells.first(names).toLowerCase();
    return word === '' ? null : !NO.has(word) && !/^(?:not|no|do not|un)\b/.test(word) && !NOTHING.test(word);
  };
  const isSet = (names: readonly string[]) => {
    const word = cells.first(names).toLowerCase();
    return word !== '' && !NO.has(word);
  };
  if (isSet(EXCLUDED) || says(INCLUDED) === false) return 'excluded';
  return isSet(NOT_FITTED) || says(FITTED) === false || NOTHING.test(cells.first(VALUES)) ? 'not_fitted' : null;
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
