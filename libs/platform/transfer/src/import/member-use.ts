import type { ImportItem } from '@cubit/core/host';
import { isValue } from './row-values.js';

/** Members of which the use is followed. Documents with more name them by the first ones. */
const MOST_PATHS = 1_000;
const MAX_LEVEL = 8;
/** Stands for the items of a list in a path: `tasks[].labels`. */
const ITEMS = '[]';

/**
 * Follows which members of foreign items a reader uses, so that the others can be named: a reader is a pure function and does not say
 * itself what it leaves out. An object or a list counts as used where something in it is.
 */
export class MemberUse {
  /** How many values each path has. */
  readonly #all = new Map<string, number>();
  /** Values of paths beyond the limit. */
  #beyond = 0;
  readonly #used = new Set<string>();

  /** The item, of which each use is noted. */
  follow(item: ImportItem): ImportItem {
    this.#collect(item, '', 0);
    return this.#followed(item, '') as ImportItem;
  }

  /** Values of an item that no reader sees. */
  leave(value: unknown, path: string): void {
    this.#collect(value, path, 0);
  }

  /** Paths of values that no item was asked for. */
  unused(): readonly string[] {
    return [...this.#all.keys()].filter((path) => !this.#used.has(path));
  }

  /** How many values the items have that were used, and that were not. */
  counts(): { readonly used: number; readonly unused: number } {
    const unused = this.unused().reduce((sum, path) => sum + (this.#all.get(path) ?? 0), 0);
    const all = [...this.#all.values()].reduce((sum, count) => sum + count, this.#beyond);
    return { used: all - unused, unused };
  }

  #collect(value: unknown, path: string, level: number): void {
    if (!isValue(value)) return;
    const isDeep = level < MAX_LEVEL;
    if (isDeep && Array.isArray(value) && value.some((one) => typeof one === 'object'))
      for (const one of value as readonly unknown[]) this.#collect(one, path + ITEMS, level + 1);
    else if (isDeep && typeof value === 'object' && !Array.isArray(value))
      for (const [name, member] of Object.entries(value as object))
        this.#collect(member, memberOf(path, name), level + 1);
    else if (this.#all.has(path) || this.#all.size < MOST_PATHS) this.#all.set(path, (this.#all.get(path) ?? 0) + 1);
    else this.#beyond += 1;
  }

  #followed(value: unknown, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const isList = Array.isArray(value);
    return new Proxy(value, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return member;
        const at = isList ? path + (typeof member === 'object' ? ITEMS : '') : memberOf(path, name);
        this.#used.add(at);
        return this.#followed(member, at);
      },
    });
  }
}

function memberOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
