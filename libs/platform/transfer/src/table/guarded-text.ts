/**
 * Texts that a spreadsheet would run as a formula (OWASP, "CSV Injection"), and the text that looks like an absent value:
 * the empty text. Leading apostrophes are included, so that a text that looks guarded is restored exactly.
 */
const TO_GUARD = /^'*(?:[=+\-@\t\r\n＝＋－＠]|$)/;
const GUARDED = /^'+(?:[=+\-@\t\r\n＝＋－＠]|$)/;

/** Adds an apostrophe to text that a spreadsheet would run as a formula. `unguardText` is the inverse. */
export function guardText(text: string): string {
  return TO_GUARD.test(text) ? `'${text}` : text;
}

export function unguardText(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
