import { type CubitError, isCubitError } from '@cubit/core';
import { inSavepoint, type Transaction } from '@cubit/database';

const FIRST_OF_SERVER = 500;
const RECORD_POINTER = /^\/records\/(\d+)(?:\/|$)/;

/** Pointer of a record in the faults of an attempt. */
export function prefixOf(index: number): string {
  return `/records/${index}`;
}

interface Attempt<Item> {
  readonly items: readonly Item[];
  /** Writes the items. Their faults begin with `prefixOf` of their place among them. */
  write(part: Transaction, items: readonly Item[]): Promise<void>;
}

/** Why an item was refused. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Writes items together. Those that rules refuse are left out, as the faults name them; where they name none, each half is tried on its own.
 * Returns the refused items.
 */
export async function attempt<Item extends object>(
  tx: Transaction,
  { items, write }: Attempt<Item>,
): Promise<ReadonlyMap<Item, Refusal>> {
  if (items.length === 0) return new Map();
  try {
    await inSavepoint(tx, (part) => write(part, items));
    return new Map();
  } catch (error) {
    if (!isCubitError(error) || error.status >= FIRST_OF_SERVER) throw error;
    const named = new Set(
      error.details.flatMap(({ path }) => items[Number(RECORD_POINTER.exec(path)?.[1] ?? items.length)] ?? []),
    );
    const [only, ...others] = items;
    if (named.size === 0 && only !== undefined && others.length === 0) named.add(only);
    const refused = new Map([...named].map((item) => [item, refusalOf(error, items.indexOf(item))] as const));
    const rest = items.filter((item) => !named.has(item));
    const middle = named.size > 0 ? rest.length : Math.ceil(rest.length / 2);
    for (const part of [rest.slice(0, middle), rest.slice(middle)])
      for (const [item, reason] of await attempt(tx, { items: part, write })) refused.set(item, reason);
    return refused;
  }
}

/** What an error says of one item, as far as it does. */
function refusalOf(error: CubitError, index: number): Refusal {
  const own = error.details.find(({ path }) => path === prefixOf(index) || path.startsWith(`${prefixOf(index)}/`));
  return { code: error.code, message: own?.message ?? error.message };
}
