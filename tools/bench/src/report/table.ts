/** A text table with aligned columns, the first one left and numbers right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column] ?? '')].map(width)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((count) => '-'.repeat(count)).join('  '), ...rows.map(line)].join('\n');
}

function width(text: string): number {
  return text.length;
}
