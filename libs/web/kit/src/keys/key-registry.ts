import { isSingleKey } from './key-combination.js';

export interface KeyAction {
  /** Shown in the list of keys. */
  readonly title: string;
  readonly run: () => void;
  /** Runs while a field has the focus too. */
  readonly whileTyping?: boolean;
  /**
   * Takes back what `run` did, for a key that turns out to begin a scanned code. Such a shortcut waits less: give it to what people press often,
   * and only where nothing but this screen has changed.
   */
  readonly back?: () => void;
}

/** Actions by their keys: `mod+k`, `j`, or the sequence `g h`. */
export type KeyMap = Readonly<Record<string, KeyAction>>;

export interface KeyScope {
  /** Heading in the list of keys. */
  readonly name: string;
  readonly map: KeyMap;
  /** Titles of keys that a part of the page handles while it has the focus: they are listed alone. */
  readonly local?: Readonly<Record<string, string>>;
  /** 0 for pages; each open dialog is one above. Only keys of the highest layer with a scope run. */
  readonly layer: number;
}

export interface Press {
  readonly combination: string;
  /** In ms, of the same clock for all. */
  readonly at: number;
  /** Whether a field has the focus. */
  readonly typing: boolean;
}

export const SEQUENCE_MS = 1_000;

/** The keys of all that is on the screen. The scope that was added last wins. */
export class KeyRegistry {
  #scopes: readonly KeyScope[] = [];
  #layers: readonly number[] = [];
  #listeners = new Set<() => void>();
  #prefix = '';
  #prefixAt = 0;
  #singleKeys = true;
  #early: Press[] | undefined;

  /** Whether keys without a modifier run. */
  get singleKeys(): boolean {
    return this.#singleKeys;
  }

  readonly setSingleKeys = (on: boolean): void => {
    this.#singleKeys = on;
  };

  readonly add = (scope: KeyScope): (() => void) => {
    this.#update([...this.#scopes, scope]);
    return () => this.#update(this.#scopes.filter((other) => other !== scope));
  };

  /** Marks a dialog as open: keys of lower layers rest until it is closed. */
  readonly openLayer = (layer: number): (() => void) => {
    this.#layers = [...this.#layers, layer];
    this.#update([...this.#scopes]);
    return () => {
      this.#layers = this.#layers.toSpliced(this.#layers.indexOf(layer), 1);
      this.#update([...this.#scopes]);
    };
  };

  /** Until the returned function is called, keys of the page are still to come: what is pressed before is run then. */
  readonly expectKeys = (): (() => void) => {
    this.#early = [];
    return () => {
      const early = this.#early ?? [];
      this.#early = undefined;
      // After the commit that adds them.
      queueMicrotask(() => early.forEach((press) => this.run(press)));
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All scopes: another list whenever they or the open dialogs change. */
  get scopes(): readonly KeyScope[] {
    return this.#scopes;
  }

  /** Scopes whose keys run now; with `below`, those that would without the dialogs from that layer on. */
  active(below = Number.POSITIVE_INFINITY): readonly KeyScope[] {
    const top = Math.max(0, ...this.#layers.filter((layer) => layer < below));
    return this.#scopes.filter(({ layer }) => layer >= top && layer < below);
  }

  /** The action of keys, while a field has the focus or not. */
  find(keys: string, typing: boolean): KeyAction | undefined {
    if (keys === '' || (!this.#singleKeys && isSingleKey(keys))) return undefined;
    const action = this.active().findLast(({ map }) => Object.hasOwn(map, keys))?.map[keys];
    return typing && action?.whileTyping !== true ? undefined : action;
  }

  /** Runs what the combination does. True if it does something, or begins a sequence that does. */
  run(press: Press): boolean {
    const action = this.press(press.combination, press);
    if (action === undefined) {
      if (this.#layers.length === 0) this.#early?.push(press);
      return false;
    }
    if (action !== 'prefix') action.run();
    return true;
  }

  /** The action of a combination, or `undefined`; `'prefix'` where it begins a sequence. */
  press(combination: string, options: Omit<Press, 'combination'>): KeyAction | 'prefix' | undefined {
    const sequence =
      options.at - this.#prefixAt <= SEQUENCE_MS && this.#prefix !== '' ? `${this.#prefix} ${combination}` : '';
    const action = this.find(sequence, options.typing) ?? this.find(combination, options.typing);
    this.#prefix = '';
    if (action !== undefined) return action;
    if (options.typing || !this.#begins(combination)) return undefined;
    this.#prefix = combination;
    this.#prefixAt = options.at;
    return 'prefix';
  }

  #begins(combination: string): boolean {
    if (!this.#singleKeys) return false;
    return this.active().some(({ map }) => Object.keys(map).some((keys) => keys.startsWith(`${combination} `)));
  }

  #update(scopes: readonly KeyScope[]): void {
    this.#scopes = scopes;
    for (const listener of this.#listeners) listener();
  }
}
