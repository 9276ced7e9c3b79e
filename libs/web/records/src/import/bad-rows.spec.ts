import { describe, expect, it } from '@jest/globals';
import { cellText, cellValue, correctedFile, isBadCell, readBadRows } from './bad-rows.js';

const CSV = 'import.row,import.reasons,Name,Qty\n3,"qty: must be a number.",Nut,many\n5,name: is required.,,2\n';
const JSON_LINES = [
  { 'import.row': 3, 'import.reasons': ['qty: must be a number.', 'name: is required.'], qty: 'many' },
  { 'import.row': 5, 'import.reasons': ['qty: is required.'], name: 'Nut' },
];

const REJECTED = [
  { row: 3, details: [{ path: '/fields/qty', code: 'type', message: 'must be a number.' }] },
  { row: 5, details: [{ path: '/fields/stock/qty', code: 'required', message: 'is required.' }] },
];

describe('the rows that an import refused', () => {
  it('are read from CSV, with their numbers and reasons, and the faults that the answer has of them', () => {
    const { columns, rows } = readBadRows(CSV, REJECTED.slice(0, 1));
    expect(columns).toEqual(['Name', 'Qty']);
    expect(rows).toEqual([
      {
        ...{ number: 3, reasons: 'qty: must be a number.', cells: { Name: 'Nut', Qty: 'many' } },
        faults: [{ path: '/fields/qty', code: 'type', message: 'must be a number.' }],
      },
      { number: 5, reasons: 'name: is required.', faults: [], cells: { Name: '', Qty: '2' } },
    ]);
  });

  it('are read from lines of JSON, which may have different columns', () => {
    const { columns, rows } = readBadRows(JSON_LINES.map((line) => JSON.stringify(line)).join('\n'), []);
    expect(columns).toEqual(['qty', 'name']);
    expect(rows.map(({ number, reasons }) => [number, reasons])).toEqual([
      [3, 'qty: must be a number. name: is required.'],
      [5, 'qty: is required.'],
    ]);
  });

  it('are a file again after they were corrected', async () => {
    const bad = readBadRows(CSV, REJECTED);
    const csv = correctedFile(bad, false);
    expect(await csv.content.text()).toBe('Name,Qty\r\nNut,many\r\n,2');
    const json = correctedFile(bad, true);
    expect(JSON.parse(await json.content.text())).toEqual(bad.rows.map(({ cells }) => cells));
  });

  it('mark the cells that their faults name, by the column or by the field that it is mapped to', () => {
    const [first, second] = readBadRows(CSV, REJECTED).rows;
    if (!first || !second) throw new Error('There is no row.');
    expect(isBadCell(first, 'Qty', { Qty: 'qty' })).toBe(true);
    expect(isBadCell(first, 'Name', { Name: 'name' })).toBe(false);
    expect(isBadCell(first, 'Unit', { Unit: 'qty.unit' })).toBe(true);
    expect(isBadCell(second, 'Qty', { Qty: 'stock.qty' })).toBe(true);
    expect(isBadCell(second, 'Qty', { Qty: 'qty' })).toBe(false);
    const faults = [{ path: '', code: 'unknown', message: "unknown column 'Colour'." }];
    expect(isBadCell({ ...first, faults }, 'Colour', {})).toBe(true);
  });
});

describe('an edited cell', () => {
  it('keeps the form that it had: JSON its numbers, a table its texts', () => {
    expect(cellText(12)).toBe('12');
    expect(cellText(null)).toBe('');
    expect(cellValue('13', 12)).toBe(13);
    expect(cellValue('13', '12')).toBe('13');
    expect(cellValue('many', 12)).toBe('many');
  });
});
