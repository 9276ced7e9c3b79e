import type { CapabilityHost } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import type { Page, PageQuery, WorkspaceAccess } from '@cubit/core/host';
import { decodeCursor, DEFAULT_LIMIT, encodeCursor, fail, pageOf } from '@cubit/core';
import type { CheckedWires } from '../definition/checked-wires.js';
import type { DefaultWires } from '../dispatch/default-wires.js';
import type { RunBell } from '../dispatch/run-bell.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';

/** What the wire routes depend on. */
export interface WireRouteOptions {
  readonly host: CapabilityHost;
  readonly settings: WireSettings;
  readonly defaults: DefaultWires;
  readonly wires: CheckedWires;
  readonly bell: RunBell;
}

/** Installs missing default wires before the wires of a workspace are listed. Remembers the workspaces that are up to date. */
export class DefaultWireInstaller {
  readonly #defaults: DefaultWires;
  readonly #services: Pick<KernelServices, 'database'>;
  readonly #versions = new Map<string, number>();

  constructor(defaults: DefaultWires, services: Pick<KernelServices, 'database'>) {
    this.#defaults = defaults;
    this.#services = services;
  }

  async ensureInstalled({ id, schema: { version } }: WorkspaceAccess): Promise<void> {
    if (this.#versions.get(id) === version) return;
    await this.#services.database.transaction((tx) => this.#defaults.install(wiresIn(tx.db), id));
    this.#versions.set(id, version);
    if (this.#versions.size > MAX_CACHED_WORKSPACES) this.#versions.delete(this.#versions.keys().next().value ?? '');
  }
}

const MAX_CACHED_WORKSPACES = 1_000;
const INTEGER = /^-?\d{1,18}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The type of each value in a list's cursor. Clients can forge cursors, so their values are checked before the query. */
type CursorForm = readonly ('uuid' | 'integer')[];

interface ListPageOptions<Row> {
  readonly list: string;
  readonly form: CursorForm;
  rows(after: readonly string[] | null, limit: number): Promise<readonly Row[]>;
  total(): Promise<number>;
  keyOf(row: Row): readonly string[];
}

export async function listPage<Row>(query: PageQuery, listing: ListPageOptions<Row>): Promise<Page<Row>> {
  const { limit = DEFAULT_LIMIT, cursor, count } = query;
  const after = cursor === undefined ? null : valuesOf(cursor, listing);
  const rows = await listing.rows(after, limit + 1);
  const page = pageOf(rows, limit, (last) => encodeCursor(listing.list, listing.keyOf(last)));
  return count === 'exact' ? { ...page, total: await listing.total() } : page;
}

function valuesOf(cursor: string, { list, form }: Pick<ListPageOptions<unknown>, 'list' | 'form'>): readonly string[] {
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
