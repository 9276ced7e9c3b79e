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

/** Takes what a USB scanner types. */
export interface Scanner {
  readonly onScan: (code: string) => void;
  readonly onText?: (text: string) => void;
  readonly everyKey: boolean;
}

export interface ListedKey {
  readonly scope: string;
  readonly keys: string;
  readonly title: string;
}

export const SEQUENCE_MS = 1_000;

/** The keys of all that is on the screen. The scope that was added last wins. */
export class KeyRegistry {
  #scopes: readonly KeyScope[] = [];
  #layers: readonly number[] = [];
  #scanners: readonly Scanner[] = [];
  #listeners = new Set<() => void>();
  #listed = new Map<number, readonly ListedKey[]>();
  #prefix = '';
  #prefixAt = 0;
  #singleKeys = true;

  /** Whether keys without a modifier run. */
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
    this.#update(this.#scopes);
    return () => {
      this.#layers = this.#layers.toSpliced(this.#layers.indexOf(layer), 1);
      this.#update(this.#scopes);
    };
  };

  readonly addScanner = (scanner: Scanner): (() => void) => {
    this.#scanners = [...this.#scanners, scanner];
    return () => {
      this.#scanners = this.#scanners.filter((other) => other !== scanner);
    };
  };

  /** The one that takes every key, else the one that was added last. */
  get scanner(): Scanner | undefined {
    return this.#scanners.findLast(({ everyKey }) => everyKey) ?? this.#scanners.at(-1);
  }

  /** Whether the combination does something here, alone or in a sequence. */
  knows(combination: string): boolean {
    if (!this.#singleKeys && isSingleKey(combination)) return false;
    return this.#active().some(({ map }) => Object.keys(map).some((keys) => keys.split(' ').includes(combination)));
  }

  /** How to take back what the combination does now; undefined where nothing can. */
  backOf(combination: string): (() => void) | undefined {
    return this.#find(combination, false)?.back;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All keys that run now, each once; with `below`, those that would without the dialogs from that layer on. The same until they change. */
  readonly list = (below = Number.POSITIVE_INFINITY): readonly ListedKey[] => {
    const listed = this.#listed.get(below) ?? listedOf(this.#active(below));
    this.#listed.set(below, listed);
    return listed;
  };

  /** The action of a combination, or `undefined`; `'prefix'` where it begins a sequence. */
  press(
    combination: string,
    options: { readonly at: number; readonly typing: boolean },
  ): KeyAction | 'prefix' | undefined {
    const sequence =
      options.at - this.#prefixAt <= SEQUENCE_MS && this.#prefix !== '' ? `${this.#prefix} ${combination}` : '';
    const action = this.#find(sequence, options.typing) ?? this.#find(combination, options.typing);
    this.#prefix = '';
    if (action !== undefined) return action;
    if (options.typing || !this.#begins(combination)) return undefined;
    this.#prefix = combination;
    this.#prefixAt = options.at;
    return 'prefix';
  }

  #active(below = Number.POSITIVE_INFINITY): readonly KeyScope[] {
    const top = Math.max(0, ...this.#layers.filter((layer) => layer < below));
    return this.#scopes.filter(({ layer }) => layer >= top && layer < below);
  }

  #find(keys: string, typing: boolean): KeyAction | undefined {
    if (keys === '' || (!this.#singleKeys && isSingleKey(keys))) return undefined;
    const action = this.#active().findLast(({ map }) => Object.hasOwn(map, keys))?.map[keys];
    return typing && action?.whileTyping !== true ? undefined : action;
  }

  #begins(combination: string): boolean {
    if (!this.#singleKeys) return false;
    return this.#active().some(({ map }) => Object.keys(map).some((keys) => keys.startsWith(`${combination} `)));
  }

  #update(scopes: readonly KeyScope[]): void {
    this.#scopes = scopes;
    this.#listed = new Map();
    for (const listener of this.#listeners) listener();
  }
}

/** The keys of scopes; of two with the same keys, that of the scope that was added last. */
function listedOf(scopes: readonly KeyScope[]): readonly ListedKey[] {
  const all = scopes.toReversed().flatMap(({ name, map, local = {} }) => {
    const titles = { ...Object.fromEntries(Object.entries(map).map(([keys, { title }]) => [keys, title])), ...local };
    return Object.entries(titles).map(([keys, title]) => ({ scope: name, keys, title }));
  });
  return all.filter(({ keys }, at) => all.findIndex((other) => other.keys === keys) === at);
}
