import type pg from 'pg';

/** Closes a connection at once, without waiting for the server: pending statements fail, with `reason` if there is one. */
export function cutConnection(client: pg.ClientBase, reason?: Error): void {
  // A property of `pg` that its types lack.
  const { connection } = client as unknown as { readonly connection: { readonly stream: Destroyable } };
  connection.stream.destroy(reason);
}

interface Destroyable {
  destroy(reason?: Error): void;
}
