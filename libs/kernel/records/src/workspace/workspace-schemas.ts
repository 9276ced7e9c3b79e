import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { WorkspaceAccess, WorkspaceSchema } from '@cubit/core/host';
import { NOTHING_STORED } from './module-secrets.js';
import { buildWorkspaceSchema, type SchemaTools, type WorkspaceState } from './build-workspace-schema.js';

/** Workspaces whose schema is cached; the least recently used is evicted first. */
const CACHED_WORKSPACES = 1_000;
const NO_STATE: WorkspaceState = { version: 0, modules: [], definitions: [] };

/** A workspace as a statement finds it. */
interface FoundWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly schemaVersion: number;
}

/**
 * Schemas of workspaces, cached by the version that the authenticating query returns. They are never stale, and processes need not notify
 * each other of changes.
 */
export class WorkspaceSchemas {
  readonly #cache = new Map<string, WorkspaceSchema>();
  readonly #loading = new Map<string, Promise<WorkspaceSchema>>();
  readonly #tools: SchemaTools;

  constructor(tools: SchemaTools) {
    this.#tools = tools;
  }

  /** The schema at `version`, from the cache if it is there. */
  get(workspaceId: string, version: number): WorkspaceSchema | undefined {
    const known = this.#cache.get(workspaceId);
    if (known?.version !== version) return undefined;
    this.#keep(workspaceId, known);
    return known;
  }

  async load(db: Kysely<DatabaseSchema>, workspaceId: string, version: number): Promise<WorkspaceSchema> {
    const known = this.get(workspaceId, version);
    if (known) return known;
    const key = `${workspaceId}/${version}`;
    const started = this.#loading.get(key);
    if (started) return started;
    const loading = this.#read(db, workspaceId).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** Access for the product itself, without a user. */
  async systemAccess(
    db: Kysely<DatabaseSchema>,
    { id, slug, name, schemaVersion }: FoundWorkspace,
  ): Promise<WorkspaceAccess> {
    return { id, slug, name, role: 'owner', schema: await this.load(db, id, schemaVersion) };
  }

  /** `systemAccess` to the workspace with an id; null if it was deleted. */
  async systemAccessTo(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WorkspaceAccess | null> {
    const found = await db
      .selectFrom('workspace')
      .select(['id', 'slug', 'name', 'schema_version as schemaVersion'])
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return found ? this.systemAccess(db, found) : null;
  }

  /**
   * The schema with every installed module enabled, as the transaction sees it. It is not cached, because nothing
   * else sees it before the commit.
   */
  async readWhole(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WorkspaceSchema> {
    const state = await stateOf(db, workspaceId);
    const stored = new Map(state.modules.map((row) => [row.module, row]));
    const all = [...this.#tools.registry.modules.keys()].map((module) => {
      return { ...(stored.get(module) ?? NOTHING_STORED), module, enabled: true };
    });
    return buildWorkspaceSchema(this.#tools, workspaceId, { ...state, modules: all });
  }

  async #read(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WorkspaceSchema> {
    const schema = buildWorkspaceSchema(this.#tools, workspaceId, await stateOf(db, workspaceId));
    this.#keep(workspaceId, schema);
    if (this.#cache.size > CACHED_WORKSPACES) this.#cache.delete(this.#cache.keys().next().value ?? '');
    return schema;
  }

  /** Marks it as the most recently used one. */
  #keep(workspaceId: string, schema: WorkspaceSchema): void {
    this.#cache.delete(workspaceId);
    this.#cache.set(workspaceId, schema);
  }
}

/**
 * One statement, so that version, modules and fields are consistent: a change in between must not be cached under
 * the older version.
 */
async function stateOf(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WorkspaceState> {
  const { rows } = await sql<WorkspaceState>`select schema_version as version,
      (select coalesce(json_agg(json_build_object('module', module, 'enabled', enabled, 'settings', settings, 'secrets', secrets)), '[]')
        from workspace_module where workspace_id = workspace.id) as modules,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'name', name, 'title', title, 'type', type,
          'required', required, 'options', options, 'default', "default", 'target_kind', target_kind, 'on_delete', on_delete,
          'unit', unit, 'help', help, 'position', position, 'indexed', indexed, 'is_unique', is_unique,
          'deleted', deleted_at is not null) order by position, id), '[]')
        from field_definition where workspace_id = workspace.id) as definitions
    from workspace where id = ${workspaceId}`.execute(db);
  return rows[0] ?? NO_STATE;
}
