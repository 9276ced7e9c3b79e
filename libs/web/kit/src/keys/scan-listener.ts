import { CodeText } from './code-text.js';
import { isTyping } from './is-typing.js';
import { combinationOf, isSingleKey } from './key-combination.js';
import type { KeyRegistry } from './key-registry.js';
import { altCharacter, scanCharacter } from './scan-character.js';
import { ScanBurst } from './scan-burst.js';
import type { Scanner } from './scanner.js';
import { SCAN_TARGET } from './scan-target.js';

/** A shortcut that can be taken back waits no longer. */
const HOLD_MS = 30;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Dead', 'Process']);

const UNWATCHED = `[${SCAN_TARGET}], [type="password"]`;
const FINDS_BY_LETTERS = '[role="menu"], [role="listbox"], [aria-haspopup="listbox"]';

interface HeldKey {
  readonly event: KeyboardEvent;
  readonly target: EventTarget;
  /** Takes back what the key did; undefined where nothing can. */
  readonly back: (() => void) | undefined;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells what a USB scanner types from what a person types, before all others see the keys. Outside of fields a key is held until it is no part
 * of a code, and then goes to where it was pressed: no shortcut runs in the middle of a code, and no key of a person is lost. In a field keys
 * pass, and the field gets its earlier text back where a code ends.
 */
export class ScanListener {
  readonly #registry: KeyRegistry;
  #scanners: readonly Scanner[] = [];
  readonly #released = new WeakSet<Event>();
  #burst = new ScanBurst();
  #held: readonly HeldKey[] = [];
  #backs: readonly (() => void)[] = [];
  #before: { readonly field: TextElement; readonly text: string } | undefined;
  #page: { readonly scanner: Scanner; readonly code: CodeText } | undefined;
  #keypad = '';
  #timer = 0;

  constructor(registry: KeyRegistry) {
    this.#registry = registry;
  }

  add(scanner: Scanner): () => void {
    this.#scanners = [...this.#scanners, scanner];
    return () => {
      this.#scanners = this.#scanners.filter((other) => other !== scanner);
    };
  }

  /** The one that takes every key, else the one that was added last. */
  get scanner(): Scanner | undefined {
    return this.#scanners.findLast(({ everyKey }) => everyKey) ?? this.#scanners.at(-1);
  }

  listen(): () => void {
    const [down, up] = [
      (event: KeyboardEvent) => this.#onKeyDown(event),
      (event: KeyboardEvent) => this.#onKeyUp(event),
    ];
    window.addEventListener('keydown', down, { capture: true });
    window.addEventListener('keyup', up, { capture: true });
    return () => {
      window.removeEventListener('keydown', down, { capture: true });
      window.removeEventListener('keyup', up, { capture: true });
      window.clearTimeout(this.#timer);
      this.#page?.code.clear();
    };
  }

  #onKeyDown(event: KeyboardEvent): void {
    const { scanner } = this;
    if (!scanner || this.#released.has(event) || event.isComposing || event.key === undefined) return;
    if (MODIFIERS.has(event.key)) return;
    const { target } = event;
    if (event.repeat || (target instanceof Element && target.matches(UNWATCHED))) return this.#flush();
    if (event.altKey && /^Numpad\d$/.test(event.code)) {
      this.#keypad += event.code.at(-1) ?? '';
      return;
    }
    if (scanner.everyKey && !isTyping(target)) return this.#onPageKey(event, this.#codeOf(scanner));
    this.#page?.code.clear();
    if (isEnd(event)) return this.#onEnd(event, scanner);
    const character = scanCharacter(event, this.#burst.isOpen(event.timeStamp));
    if (character === '' || (character === ' ' && !this.#burst.isOpen(event.timeStamp))) return this.#flush();
    this.#add(character, event);
  }

  /** A scanner that types numbers on the keypad has the character at the end of Alt. */
  #onKeyUp(event: KeyboardEvent): void {
    if (event.key !== 'Alt' || this.#keypad === '') return;
    const character = altCharacter(this.#keypad);
    this.#keypad = '';
    const { scanner } = this;
    if (!scanner || character === '') return;
    if (scanner.everyKey && !isTyping(event.target)) this.#codeOf(scanner).add(character, event.timeStamp);
    else this.#add(character, event);
  }

  #codeOf(scanner: Scanner): CodeText {
    if (this.#page?.scanner === scanner) return this.#page.code;
    const { onText } = scanner;
    // The page may be another when a code is looked up.
    const onScan = (code: string) => this.scanner === scanner && scanner.onScan(code);
    const code = new CodeText({ onScan, ...(onText && { onText }) });
    this.#page = { scanner, code };
    return code;
  }

  #onPageKey(event: KeyboardEvent, code: CodeText): void {
    this.#flush();
    const isOpen = code.text !== '';
    if (isOpen && isEnd(event)) code.end();
    else if (isOpen && event.key === 'Backspace') code.removeLast();
    else if (isOpen && event.key === 'Escape') code.clear();
    else {
      const character = scanCharacter(event, isOpen);
      if (character === '' || (character === ' ' && !isOpen)) return;
      code.add(character, event.timeStamp);
    }
    swallow(event);
  }

  #add(character: string, event: KeyboardEvent): void {
    const { target, timeStamp: at } = event;
    if (!this.#burst.isOpen(at)) this.#flush();
    const isKey = event.type === 'keydown';
    const combination = combinationOf(event);
    this.#burst.add(character, { at, isShortcut: isKey && this.#knows(combination) });
    window.clearTimeout(this.#timer);
    if (isTyping(target)) {
      this.#burst.inField = true;
      this.#before ??= textOf(target);
      // Nothing of the browser's own runs in the middle of a code.
      if (isKey && character < ' ') event.preventDefault();
      return;
    }
    if (isKey && target) {
      const back = this.#registry.find(combination, false)?.back;
      if (back && this.#burst.text === character && /[^a-z\d]/i.test(character)) {
        // No code begins with such a sign, and text follows at once into what it opens.
        this.#backs = [back];
        return;
      }
      swallow(event);
      this.#held = [...this.#held, { event, target, back }];
    }
    this.#wait();
  }

  /** Whether the combination does something here, alone or in a sequence. */
  #knows(combination: string): boolean {
    if (!this.#registry.singleKeys && isSingleKey(combination)) return false;
    const all = this.#registry.active().flatMap(({ map }) => Object.keys(map));
    return all.some((keys) => keys.split(' ').includes(combination));
  }

  #wait(): void {
    const last = this.#held.at(-1);
    const isQuick = last?.back !== undefined && this.#burst.isOneKey;
    this.#timer = window.setTimeout(
      () => (isQuick ? this.#releaseHeld() : this.#onSilence(last)),
      isQuick ? HOLD_MS : this.#burst.patience,
    );
  }

  /** Some scanners send nothing behind a code. Letters in a menu find its entries; other text beside a field is nothing. */
  #onSilence(last: HeldKey | undefined): void {
    const { scanner } = this;
    const isFinding = last?.target instanceof Element && last.target.closest(FINDS_BY_LETTERS) !== null;
    if (!scanner || !this.#burst.isCode || isFinding) return this.#flush();
    if (this.#burst.isCodeAlone) return this.#scan(scanner);
    this.#held = [];
    this.#flush();
  }

  #onEnd(event: KeyboardEvent, scanner: Scanner): void {
    if (!this.#burst.isCodeUntil(event.timeStamp)) return this.#flush();
    swallow(event);
    this.#scan(scanner);
  }

  #scan(scanner: Scanner): void {
    const code = this.#burst.text;
    for (const back of this.#backs.toReversed()) back();
    if (this.#before) restore(this.#before.field, this.#before.text);
    this.#held = [];
    this.#flush();
    scanner.onScan(code);
  }

  /** The keys were a person's. */
  #flush(): void {
    window.clearTimeout(this.#timer);
    this.#releaseHeld();
    this.#burst = new ScanBurst();
    this.#backs = [];
    this.#before = undefined;
  }

  #releaseHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const { event, target, back } of held) {
      if (back) this.#backs = [...this.#backs, back];
      const again = new KeyboardEvent('keydown', keyOf(event));
      this.#released.add(again);
      (target instanceof Node && !target.isConnected ? document.body : target).dispatchEvent(again);
    }
  }
}

/** Members of an event are getters, which a spread leaves out. */
function keyOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, location, ctrlKey, shiftKey, altKey, metaKey } = event;
  return { key, code, location, ctrlKey, shiftKey, altKey, metaKey, bubbles: true, cancelable: true, composed: true };
}

/** What scanners send behind a code, unless they are set to send nothing. */
function isEnd({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === 'Tab') && !shiftKey && !ctrlKey && !altKey && !metaKey;
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function textOf(target: EventTarget | null) {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText ? { field: target, text: target.value } : undefined;
}

/** Through the prototype's setter, so that React notices the change. */
function restore(field: TextElement, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
