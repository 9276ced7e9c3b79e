/** Crockford's base 32, as in ULIDs: without letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ADDRESS = /^https?:\/\/\S*?\/c\//i;
const CODE = /^([A-Z])-([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

/**
 * The code of a record on a label: a letter for its kind and the id in 26 characters (a ULID). Short enough for a small QR code,
 * case-insensitive, and decoded without a look-up.
 */
export function printedCode(letter: string, id: string): string {
  if (!UUID.test(id)) throw new Error(`'${id}' is not a UUID.`);
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let digits = '';
  for (let place = 0; place < LENGTH; place += 1) {
    digits = (DIGITS[Number(rest % 32n)] ?? '') + digits;
    rest /= 32n;
  }
  return `${letter}-${digits}`;
}

/** The address of a code, which a phone's camera opens: the app shows the record. */
export function codeAddress(publicUrl: string, code: string): string {
  return `${publicUrl}/c/${code}`;
}

/** Reads a code, or its address. Returns null for any other text. */
export function readPrintedCode(text: string): { readonly letter: string; readonly id: string } | null {
  const [, letter, digits] = CODE.exec(text.trim().replace(ADDRESS, '').toUpperCase()) ?? [];
  if (letter === undefined || digits === undefined) return null;
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(32, '0');
  return { letter, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
