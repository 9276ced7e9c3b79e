import type { Scanner } from './scanner.js';
import { SCAN_GAP_MS, SCAN_MINIMUM_LENGTH } from './scan-burst.js';

/** Without Enter, a code that came at the speed of a scanner is looked up after this time, and ends when nothing follows. */
const LOOK_MS = 1_000;
const FORGET_MS = 3_000;

export type CodeTextOptions = Pick<Scanner, 'onScan' | 'onText'>;

/** A code on a page on which every key outside of fields belongs to one, until Enter. */
export class CodeText {
  #text = '';
  #lastAt = -Infinity;
  #isFast = true;
  #timer = 0;
  readonly #options: CodeTextOptions;

  constructor(options: CodeTextOptions) {
    this.#options = options;
  }

  get text(): string {
    return this.#text;
  }

  add(character: string, at: number): void {
    this.#isFast = this.#text === '' || (this.#isFast && at - this.#lastAt <= SCAN_GAP_MS);
    this.#lastAt = at;
    this.#set(this.#text + character);
    if (this.#isFast && this.#text.length >= SCAN_MINIMUM_LENGTH)
      this.#timer = window.setTimeout(() => this.#look(), LOOK_MS);
  }

  removeLast(): void {
    this.#set([...this.#text].slice(0, -1).join(''));
  }

  clear(): void {
    if (this.#text !== '') this.#set('');
  }

  end(): void {
    const code = this.#text;
    this.#set('');
    this.#options.onScan(code);
  }

  /** Keys may follow: what was found is replaced then. */
  #look(): void {
    this.#options.onScan(this.#text);
    this.#timer = window.setTimeout(() => this.clear(), FORGET_MS);
  }

  #set(text: string): void {
    window.clearTimeout(this.#timer);
    this.#text = text;
    this.#options.onText?.(text);
  }
}
