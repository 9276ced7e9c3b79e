/**
 * What a spreadsheet would take for a formula (OWASP, "CSV Injection"), and what could not be told from an absent value:
 * the empty text. Apostrophes before it count in, so that a text that looks guarded comes back as it was.
 */
const TO_GUARD = /^'*(?:[=+\-@\t\r\n＝＋－＠]|$)/;
const GUARDED = /^'+(?:[=+\-@\t\r\n＝＋－＠]|$)/;

/** A text as a cell holds it: with an apostrophe before what a spreadsheet would run. `unguardText` is its inverse. */
export function guardText(text: string): string {
  return TO_GUARD.test(text) ? `'${text}` : text;
}

export function unguardText(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
