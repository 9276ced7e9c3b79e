import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import type { Registry } from '../registry/registry.js';
import { buildWorkspaceSchema } from './build-workspace-schema.js';
import type { WorkspaceSchema } from './workspace-schema.js';

/** Workspaces whose schema is kept; the least recently used goes first. */
const CACHED_WORKSPACES = 1_000;

/**
 * Derived state of workspaces, kept under the version that the authenticating query returns: never stale, and no process has to
 * tell another of a change.
 */
export class WorkspaceSchemas {
  readonly #cache = new Map<string, WorkspaceSchema>();
  readonly #loading = new Map<string, Promise<WorkspaceSchema>>();
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** The schema at `version`, from memory where it is known. */
  get(workspaceId: string, version: number): WorkspaceSchema | undefined {
    const known = this.#cache.get(workspaceId);
    return known?.version === version ? known : undefined;
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

  async #read(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<WorkspaceSchema> {
    const rows = await db
      .selectFrom('workspace')
      .leftJoin('workspace_module', 'workspace_module.workspace_id', 'workspace.id')
      .select([
        'workspace.schema_version',
        'workspace_module.module',
        'workspace_module.enabled',
        'workspace_module.settings',
      ])
      .where('workspace.id', '=', workspaceId)
      .execute();
    // One statement, so version and modules are of one moment: a change in between cannot be kept under the older version.
    const schema = buildWorkspaceSchema(this.#registry, rows[0]?.schema_version ?? 0, rows);
    this.#cache.delete(workspaceId);
    this.#cache.set(workspaceId, schema);
    if (this.#cache.size > CACHED_WORKSPACES) this.#cache.delete(this.#cache.keys().next().value ?? '');
    return schema;
  }
}
