import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Dataset, DatasetNode } from './dataset.js';

type Row = Readonly<Record<string, string>>;

/** Status codes of stock items in the documentation of InvenTree ("Stock Status"). */
const STOCK_STATUS: Readonly<Record<string, string>> = {
  '10': 'ok',
  '50': 'attention',
  '55': 'damaged',
  '60': 'destroyed',
  '65': 'rejected',
  '70': 'lost',
  '75': 'quarantined',
  '85': 'returned',
};

/**
 * Reads a folder with the tables of InvenTree as CSV: `inventree_{categories,locations,parts,stock_items}.csv`, and
 * `inventree_bom.csv` if it exists.
 */
export function readInventree(folder: string): Dataset {
  const table = (name: string) =>
    parse(readFileSync(join(folder, `inventree_${name}.csv`)), { columns: true, bom: true }) as Row[];
  const parts = table('parts');
  const bom = existsSync(join(folder, 'inventree_bom.csv')) ? table('bom') : [];
  return {
    categories: table('categories').map((row) => nodeOf(row, 'description')),
    locations: table('locations').map((row) => nodeOf(row, 'notes')),
    parts: parts.map((row) => ({
      key: cell(row, 'id'),
      ...whenSet('category', cell(row, 'category_path')),
      fields: partFields(row),
      tags: [
        ...new Set(
          cell(row, 'keywords')
            .split(/[\s,]+/)
            .filter((word) => word !== ''),
        ),
      ],
    })),
    stock: table('stock_items').map((row) => ({
      part: cell(row, 'part_id'),
      ...whenSet('location', cell(row, 'location_path')),
      fields: stockFields(row),
    })),
    bom: bom.map((row) => ({
      assembly: cell(row, 'assembly_part_id'),
      component: cell(row, 'sub_part_id'),
      substitutes: cell(row, 'allow_variants') === 'True' ? variantsOf(cell(row, 'sub_part_id'), parts) : [],
      fields: {
        qty_per: Number(cell(row, 'quantity')),
        // Builds do not track consumables of InvenTree either.
        optional: cell(row, 'optional') === 'True' || cell(row, 'consumable') === 'True',
        ...whenSet('designators', cell(row, 'reference')),
        ...whenSet('note', cell(row, 'note')),
      },
    })),
  };
}

/** Variants of the template, and variants of these. */
function variantsOf(template: string, parts: readonly Row[]): readonly string[] {
  const variants = parts.filter((row) => cell(row, 'variant_of') === template).map((row) => cell(row, 'id'));
  return variants.flatMap((id) => [id, ...variantsOf(id, parts)]);
}

/** `field` is the name of the description field of the kind. */
function nodeOf(row: Row, field: 'description' | 'notes'): DatasetNode {
  return { path: cell(row, 'path'), fields: whenSet(field, cell(row, 'description')) };
}

function partFields(row: Row): Readonly<Record<string, unknown>> {
  return {
    name: cell(row, 'name'),
    ...whenSet('ipn', cell(row, 'IPN')),
    ...whenSet('description', cell(row, 'description')),
    ...whenSet('unit', cell(row, 'units')),
    ...whenSet('notes', cell(row, 'notes')),
    ...whenSet('link', cell(row, 'link')),
    min_stock: Number(cell(row, 'minimum_stock')),
    is_assembly: cell(row, 'assembly') === 'True',
    tracking: cell(row, 'trackable') === 'True' ? 'serial' : 'none',
    status: cell(row, 'active') === 'True' ? 'active' : 'obsolete',
  };
}

function stockFields(row: Row): Readonly<Record<string, unknown>> {
  const price = cell(row, 'purchase_price');
  return {
    qty: Number(cell(row, 'quantity')),
    status: STOCK_STATUS[cell(row, 'status')] ?? 'attention',
    ...whenSet('serial', cell(row, 'serial')),
    ...whenSet('lot', cell(row, 'batch')),
    ...whenSet('expires_on', cell(row, 'expiry_date')),
    ...(price === ''
      ? {}
      : { unit_cost: { amount: money(price), currency: cell(row, 'purchase_price_currency') || 'USD' } }),
  };
}

/** Money has at most six decimals. */
function money(text: string): string {
  return Number(text).toFixed(6);
}

function cell(row: Row, name: string): string {
  return row[name]?.trim() ?? '';
}

function whenSet<Name extends string>(name: Name, value: string): { readonly [Key in Name]?: string } {
  return (value === '' ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}
