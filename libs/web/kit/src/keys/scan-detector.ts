/** A USB scanner types this fast; nobody does for six characters in a row. */
export const SCAN_GAP_MS = 30;
export const SCAN_MINIMUM_LENGTH = 6;

/** Tells a USB scanner from a person by the time between characters. */
export class ScanDetector {
  #text = '';
  #lastAt = -Infinity;

  /** Adds a key; the whole code where the key is the Enter that ends it. */
  push(key: string, at: number): string | undefined {
    if (at - this.#lastAt > SCAN_GAP_MS) this.#text = '';
    this.#lastAt = at;
    if (key === 'Enter' || key === 'Tab') {
      const code = this.#text;
      this.#text = '';
      return key === 'Enter' && code.length >= SCAN_MINIMUM_LENGTH ? code : undefined;
    }
    if ([...key].length === 1) this.#text += key;
    return undefined;
  }

  /** Characters that came without a pause so far. */
  get length(): number {
    return this.#text.length;
  }
}
