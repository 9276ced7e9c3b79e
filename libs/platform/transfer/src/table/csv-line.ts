const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/** One record of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (TO_QUOTE.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
