import type { MenuItem } from './menu.js';

/** A page that a person has put into the sidebar of a workspace. */
export type Favourite = Omit<MenuItem, 'id'>;

/** Those of a stored list that can be shown, each address once: a program may have stored others. `base` is the address of the workspace. */
export function favouritesIn(stored: readonly unknown[], base: string): readonly Favourite[] {
  const fit = stored.filter((item): item is Favourite => isFavourite(item, base));
  return fit.filter(({ href }, index) => fit.findIndex((other) => other.href === href) === index);
}

function isFavourite(item: unknown, base: string): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const { title, icon, href } = item as Readonly<Record<string, unknown>>;
  return (
    typeof title === 'string' &&
    typeof icon === 'string' &&
    typeof href === 'string' &&
    `${href}/`.startsWith(`${base}/`)
  );
}

/** A list with one of its items moved by so many places. */
export function movedBy<Item>(items: readonly Item[], item: Item, by: number): readonly Item[] {
  const others = items.filter((each) => each !== item);
  const to = items.indexOf(item) + by;
  return [...others.slice(0, to), item, ...others.slice(to)];
}

export interface Edit {
  /** What the person saw when they began. */
  readonly from: readonly Favourite[];
  readonly to: readonly Favourite[];
}

/** The edited list. What another tab has added or removed meanwhile stays so. */
export function edited(before: readonly Favourite[], { from, to }: Edit): readonly Favourite[] {
  const has = (list: readonly Favourite[], { href }: Favourite) => list.some((each) => each.href === href);
  const kept = to.filter((favourite) => has(before, favourite));
  const added = before.filter((favourite) => !has(from, favourite));
  return [...kept, ...added];
}
