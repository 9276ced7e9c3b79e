const MOST = 1_000;
const RANGE = /^(\D*?)(\d+)\s*(?:-|\.\.|–)\s*\1?(\d+)$/;

/**
 * Serial numbers of one cell: `A1; A2`, `10-12, 15`. A serial number may have a dash, so `10-12` is a range only where the quantity says
 * so. A text: why the cell cannot be read.
 */
export function serialsOf(cell: string, qty: number | null): readonly string[] | string {
  const items = [...new Set(itemsOf(cell))];
  const all = [...new Set(items.flatMap(expanded))];
  if (items.length === qty || (qty === null && all.length === items.length)) return items;
  if (all.length === qty) return all;
  const counts = all.length === items.length ? `${items.length}` : `${items.length} or ${all.length}`;
  const counted = `'${cell.slice(0, 100)}' is ${counts} serial number${counts === '1' ? '' : 's'}`;
  return qty === null ? `${counted}: the row must have a quantity.` : `${counted}, and the quantity is ${qty}.`;
}

function itemsOf(cell: string): readonly string[] {
  return cell
    .split(/[;,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function expanded(item: string): readonly string[] {
  const [, before = '', first = '', last = ''] = RANGE.exec(item) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (first === '' || count < 2 || count > MOST || last.length < first.length) return [item];
  return Array.from(
    { length: count },
    (_, index) => before + String(Number(first) + index).padStart(first.length, '0'),
  );
}
