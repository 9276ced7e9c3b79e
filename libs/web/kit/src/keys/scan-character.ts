/** The members of a keyboard event that decide what it adds to a code. */
export interface ScanKey {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
}

const [EOT, FS, GS, RS, US] = ['\x04', '\x1c', '\x1d', '\x1e', '\x1f'];
/** Keys that scanners press together with Ctrl for a control character; on some layouts RS and US are other keys than on a terminal. */
const WITH_CTRL: Readonly<Record<string, string>> = {
  ...{ '\\': FS, ']': GS, '^': RS, _: US, d: EOT },
  ...{ '6': RS, '-': US },
};
/** Keys that some scanners press in place of them. */
const FUNCTION_KEYS: Readonly<Record<string, string>> = { F7: FS, F8: GS, F9: RS, F10: US };
const CONTROL = new Set(Object.values(FUNCTION_KEYS).concat(EOT));

/** What a key adds to a code; empty for a key that is none of a scanner's. Keys that are shortcuts elsewhere count inside of a code alone. */
export function scanCharacter(
  { key, ctrlKey = false, metaKey = false, altKey = false }: ScanKey,
  inCode: boolean,
): string {
  if (metaKey) return '';
  if (key.length > 1 && [...key].length > 1) return inCode ? (FUNCTION_KEYS[key] ?? '') : '';
  // Ctrl and Alt together are AltGr.
  if (ctrlKey && !altKey) return inCode ? (WITH_CTRL[key.toLowerCase()] ?? '') : '';
  if (altKey && !ctrlKey && /[a-z\d]/i.test(key)) return '';
  return key >= ' ' || CONTROL.has(key) ? key : '';
}

/** The character of a number that a scanner types on the keypad while it holds Alt. */
export function altCharacter(digits: string): string {
  const code = Number(digits);
  const character = String.fromCharCode(code);
  return (code >= 32 && code < 127) || CONTROL.has(character) ? character : '';
}
