import type { KindImport } from '@cubit/core';
import { partNames } from '../part/part.importing.js';
import { designatorReader, kicadNetlistReader } from './bom.readers.js';

export const bomLineImport: KindImport = {
  headers: 'guess',
  columns: {
    'assembly.id': ['assembly part id', 'assembly id', 'parent part id', 'parent id'],
    assembly: ['assembly name', 'parent part', 'parent', 'product', 'parent ipn', 'assembly ipn', 'Baugruppe'],
    'component.id': ['sub part id', 'sub part', 'component id', 'part id', 'child id'],
    component: [
      'sub part name',
      'component name',
      'part',
      'part name',
      'child',
      'item',
      'sub part ipn',
      'part ipn',
      'component ipn',
      'Untergeordnetes Teil',
      'Teil',
      'Komponente',
    ],
    qty_per: [
      'quantity',
      'qty',
      'qty per',
      'quantity per',
      'quantity per assembly',
      'count',
      'amount',
      'Menge',
      'Anzahl',
    ],
    designators: [
      'reference',
      'references',
      'designator',
      'reference designator',
      'refdes',
      'ref des',
      'ref',
      'refs',
      'Referenz',
    ],
    'component.ipn': ['ipn', 'part number', 'internal part number'],
    'component.mpn': [...partNames.mpn, 'mpn'],
    'component.manufacturer': [...partNames.manufacturer, 'manufacturer'],
    'component.description': ['description', ...partNames.description],
    'component.name': ['name', 'value', 'comment'],
    scrap_pct: ['scrap', 'scrap percent', 'attrition', 'overage'],
    note: ['notes', 'remark', 'remarks', 'Notiz'],
  },
  units: {
    qty_per: { of: 'component', input: 'unit' },
    setup_qty: { of: 'component' },
    rounding_multiple: { of: 'component' },
  },
  match: ['assembly', 'component'],
  merge: { sum: 'qty_per', join: 'designators' },
  parameters: {
    assembly: {
      target: 'assembly',
      description: 'The part that is built: its id, `ipn` or name. Default: a column of the file.',
    },
  },
  readers: [kicadNetlistReader, designatorReader],
};
