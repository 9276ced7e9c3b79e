import type { CapabilityHost, KernelServices, WorkspaceAccess } from '@cubit/core';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, fail, pageOf, type Page, type PageQuery } from '@cubit/core';
import type { CheckedWires } from '../definition/checked-wires.js';
import type { DefaultWires } from '../dispatch/default-wires.js';
import { releaseWaiting } from '../dispatch/release-runs.js';
import type { Wakes } from '../dispatch/wakes.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';

/** What the routes of wires are made of. */
export interface WireParts {
  readonly host: CapabilityHost;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly wires: CheckedWires;
  readonly wakes: Wakes;
}

/** Gets the runs of a workspace going that a change has let loose. Without it the sweeper would, a little later. */
export function stir({ host, settings, wakes }: WireParts, workspaceId: string): void {
  const { database, log } = host.services;
  releaseWaiting(wiresIn(database.db), { turns: settings.turns, workspaceIds: [workspaceId] })
    .then((keys) => wakes.send(keys))
    .catch((error: unknown) => log.warn({ err: error }, 'released runs could not be sent off'));
}

/** Sees to it that the workspace has the default wires of its modules, before somebody looks at them. */
export class SeenWorkspaces {
  readonly #defaults: DefaultWires;
  readonly #services: Pick<KernelServices, 'database'>;
  readonly #seen = new Map<string, number>();

  constructor(defaults: DefaultWires, services: Pick<KernelServices, 'database'>) {
    this.#defaults = defaults;
    this.#services = services;
  }

  async see({ id, schema: { version } }: WorkspaceAccess): Promise<void> {
    if (this.#seen.get(id) === version) return;
    await this.#services.database.transaction((tx) => this.#defaults.install(wiresIn(tx.db), id));
    this.#seen.set(id, version);
    if (this.#seen.size > KEPT_WORKSPACES) this.#seen.delete(this.#seen.keys().next().value ?? '');
  }
}

const KEPT_WORKSPACES = 1_000;
const INTEGER = /^-?\d{1,18}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The form of each value of a list's cursor: a cursor can be made up, so what it holds is checked before the database is asked. */
type CursorForm = readonly ('uuid' | 'integer')[];

interface Listing<Row> {
  readonly list: string;
  readonly form: CursorForm;
  rows(after: readonly string[] | null, limit: number): Promise<readonly Row[]>;
  total(): Promise<number>;
  keyOf(row: Row): readonly string[];
}

export async function listPage<Row>(query: PageQuery, listing: Listing<Row>): Promise<Page<Row>> {
  const { limit = DEFAULT_LIMIT, cursor, count } = query;
  const after = cursor === undefined ? null : valuesOf(cursor, listing);
  const rows = await listing.rows(after, limit + 1);
  const page = pageOf(rows, limit, (last) => encodeCursor(listing.list, listing.keyOf(last)));
  return count === 'exact' ? { ...page, total: await listing.total() } : page;
}

function valuesOf(cursor: string, { list, form }: Pick<Listing<unknown>, 'list' | 'form'>): readonly string[] {
  const values = decodeCursor(list, cursor);
  const fits =
    values.length === form.length &&
    form.every((kind, index) => {
      const value = values[index] ?? '';
      return (kind === 'uuid' ? UUID : INTEGER).test(value);
    });
  if (!fits) throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
  return values as readonly string[];
}
