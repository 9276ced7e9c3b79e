import { sql, type RawBuilder } from 'kysely';
import type { Actor, Cause } from '@cubit/core/host';

/** Who writes, when, and the wire run that it is part of: the same for everything that one workspace transaction writes. */
export interface TransactionOrigin {
  readonly at: Date;
  readonly actor: Actor;
  readonly cause: Cause | null;
}

interface OriginRows {
  /** The rows as JSON, each with the index of its origin as `origin`. */
  readonly rows: string;
  /** A lateral join on rows `x`: `o.value` is the origin of the row. */
  readonly join: RawBuilder<unknown>;
}

/** Rows of one statement that may have several origins. */
export function originRows<Row extends object>(
  entries: readonly { readonly origin: TransactionOrigin; readonly row: Row }[],
): OriginRows {
  const indexes = new Map<TransactionOrigin, number>();
  const rows = entries.map(({ origin, row }) => {
    let index = indexes.get(origin);
    if (index === undefined) indexes.set(origin, (index = indexes.size));
    return { ...row, origin: index };
  });
  // Without a cause there is no key, so that the column is null and not the JSON value `null`.
  const origins = [...indexes.keys()].map(({ cause, ...origin }) => (cause === null ? origin : { ...origin, cause }));
  return {
    rows: JSON.stringify(rows),
    join: sql`cross join lateral (select ${JSON.stringify(origins)}::jsonb -> x.origin as value) o`,
  };
}

/** Columns of the origin in a statement with the join of `originRows`. */
export const ORIGIN = {
  at: sql`(o.value->>'at')::timestamptz`,
  actor: sql`o.value->'actor'`,
  userId: sql`(o.value#>>'{actor,id}')::uuid`,
  actorType: sql`o.value#>>'{actor,type}'`,
  viaType: sql`o.value#>>'{actor,via,type}'`,
  viaId: sql`(o.value#>>'{actor,via,id}')::uuid`,
  viaClient: sql`o.value#>>'{actor,via,client}'`,
  cause: sql`o.value->'cause'`,
};
