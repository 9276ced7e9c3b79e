import type { ImportItem } from '@cubit/core/host';

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
  readonly #all = new Set<string>();
  readonly #used = new Set<string>();

  /** The item, of which each use is noted. */
  follow(item: ImportItem): ImportItem {
    this.#collect(item, '', 0);
    return this.#followed(item, '') as ImportItem;
  }

  /** Paths of values that no item was asked for. */
  unused(): readonly string[] {
    return [...this.#all].filter((path) => !this.#used.has(path));
  }

  #collect(value: unknown, path: string, level: number): void {
    if (this.#all.size >= MOST_PATHS || level > MAX_LEVEL || value === null || value === '') return;
    if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
      for (const one of value as readonly unknown[]) this.#collect(one, path + ITEMS, level + 1);
    else if (typeof value === 'object' && !Array.isArray(value))
      for (const [name, member] of Object.entries(value as object))
        this.#collect(member, memberOf(path, name), level + 1);
    else if (!Array.isArray(value) || value.length > 0) this.#all.add(path);
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
