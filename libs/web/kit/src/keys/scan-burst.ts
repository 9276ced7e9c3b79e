/** Scanners pause up to 100 ms between characters, and a busy computer hands keys on late. A shortcut waits for as long. */
export const SCAN_GAP_MS = 150;
/** Where no person types, a longer pause cuts no code. After it, a scanner has ended that sends no Enter. */
const SCAN_END_MS = 400;
export const SCAN_MINIMUM_LENGTH = 3;
/** On average, per key: people need more time. */
const MACHINE_MS = 50;

/** What no person types into a field at that speed: addresses on labels, codes of distributors and GS1, article numbers, upper case with digits. */
const SHAPES = [
  /\/c\/[a-z]-[0-7][\da-z]{25}\b/i,
  /\/records\/[\w-]+\/[\da-f]{8}-[\da-f-]{27}/i,
  /^>?\[\)>|^\{pbn:|^\(\d{2,4}\)\d/,
  /^\d{12,14}$/,
  /^(?=.*\d)(?=.*[A-Z])[^\sa-z]+$/,
];

/** Keys that came without a pause. */
export class ScanBurst {
  /** A field has the focus, and has what came since. */
  inField = false;
  #text = '';
  #startedAt = 0;
  #lastAt = -Infinity;
  #onlyShortcuts = true;

  get text(): string {
    return this.#text;
  }

  /** A scanner typed it outside of fields: a person presses keys that do something. */
  get isCode(): boolean {
    return this.#text.length >= SCAN_MINIMUM_LENGTH && !this.#onlyShortcuts;
  }

  /** A code that silence ends: not what a person typed beside a field. */
  get isCodeAlone(): boolean {
    return this.isCode && this.#isFast(this.#lastAt);
  }

  /** For how long its next key may not come. */
  get patience(): number {
    return this.isCode && !this.inField ? SCAN_END_MS : SCAN_GAP_MS;
  }

  /** One key, pressed again and again. */
  get isOneKey(): boolean {
    return new Set(this.#text).size === 1;
  }

  isOpen(at: number): boolean {
    return this.#text !== '' && at - this.#lastAt <= this.patience;
  }

  add(character: string, { at, isShortcut }: { readonly at: number; readonly isShortcut: boolean }): void {
    if (this.#text === '') this.#startedAt = at;
    this.#text += character;
    this.#lastAt = at;
    this.#onlyShortcuts &&= isShortcut;
  }

  /** Whether it is a code that Enter ends now. What a person types is never taken out of a field: speed alone does not tell. */
  isCodeUntil(at: number): boolean {
    if (!this.isOpen(at)) return false;
    if (!this.inField) return this.isCode;
    return (
      this.#text.length >= SCAN_MINIMUM_LENGTH && this.#isFast(at) && SHAPES.some((shape) => shape.test(this.#text))
    );
  }

  #isFast(at: number): boolean {
    return at - this.#startedAt <= this.#text.length * MACHINE_MS;
  }
}
