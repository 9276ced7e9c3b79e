const MOST = 1_000;
const RANGE = /^(\D*?)(\d+)\s*(?:-|\.\.|–)\s*\1?(\d+)$/;

/** Serial numbers of one cell: `A1; A2`, `10-12, 15`. A range of one number is a number with a dash. */
export function serialsOf(cell: string): readonly string[] {
  const items = cell
    .split(/[;,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return [...new Set(items.flatMap(expanded))];
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
