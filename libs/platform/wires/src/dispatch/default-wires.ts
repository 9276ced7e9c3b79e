import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DefaultWireDefinition, KernelServices, Registry, WorkspaceSchema } from '@cubit/core';
import { checkWire } from '../definition/check-wire.js';
import type { WireDraft } from '../definition/wire-draft.js';
import type { WireDatabase } from '../tables/schema.js';

interface OwnedDefault {
  readonly module: string;
  readonly definition: DefaultWireDefinition;
}

/** The wires that modules bring along, and the workspaces that have got them. */
export class DefaultWires {
  /** Changes with the default wires of the instance: a workspace that has seen another set is seen to again. */
  readonly fingerprint: string;
  readonly #services: Pick<KernelServices, 'workspaces' | 'newId'>;
  readonly #all: readonly OwnedDefault[];

  /** Throws where a default wire does not fit the installed modules: a defect that shall not wait for the first workspace. */
  constructor(services: Pick<KernelServices, 'workspaces' | 'newId' | 'registry'>) {
    this.#services = services;
    this.#all = [...services.registry.modules.values()].flatMap(({ name, definition }) =>
      (definition.wires ?? []).map((wire) => ({ module: name, definition: wire })),
    );
    checkAll(this.#all, services.registry);
    this.fingerprint = createHash('sha256').update(JSON.stringify(this.#all)).digest('base64url').slice(0, 16);
  }

  /** Installs what the enabled modules bring and the workspace has never had. One after the other for one workspace. */
  async install(db: WireDatabase, workspaceId: string): Promise<void> {
    await sql`insert into wire_workspace (workspace_id) values (${workspaceId}) on conflict do nothing`.execute(db);
    await db
      .selectFrom('wire_workspace')
      .select('workspace_id')
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .execute();
    const workspace = await db
      .selectFrom('workspace')
      .select(['schema_version', 'created_by'])
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    if (!workspace) return;
    const schema = await this.#services.workspaces.load(db, workspaceId, workspace.schema_version);
    const had = await db
      .selectFrom('wire_default')
      .select(['module', 'key'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    const fresh = this.#all.filter(
      ({ module, definition }) =>
        fits(module, definition, schema) && !had.some((one) => one.module === module && one.key === definition.key),
    );
    if (fresh.length > 0) {
      const owner = await ownerOf(db, { workspaceId, founder: workspace.created_by });
      if (owner !== null) await this.#insert(db, { workspaceId, owner, fresh });
    }
    await db
      .updateTable('wire_workspace')
      .set({ schema_version: schema.version, defaults: this.fingerprint })
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async #insert(
    db: WireDatabase,
    {
      workspaceId,
      owner,
      fresh,
    }: { readonly workspaceId: string; readonly owner: string; readonly fresh: readonly OwnedDefault[] },
  ): Promise<void> {
    const at = sql<Date>`now()`;
    const rows = fresh.map((one) => ({ ...one, id: this.#services.newId() }));
    await db
      .insertInto('wire')
      .values(
        rows.map(({ id, module, definition }) => ({
          workspace_id: workspaceId,
          id,
          name: definition.name,
          enabled: definition.enabled ?? true,
          ...columnsOf(draftOf(definition)),
          mode: 'parallel' as const,
          rate_cap: null,
          default_module: module,
          default_key: definition.key,
          created_by: owner,
          created_at: at,
          updated_at: at,
          deleted_at: null,
          last_run_at: null,
        })),
      )
      .execute();
    await db
      .insertInto('wire_default')
      .values(
        rows.map(({ id, module, definition }) => ({
          workspace_id: workspaceId,
          module,
          key: definition.key,
          wire_id: id,
          installed_at: at,
        })),
      )
      .execute();
  }
}

function draftOf({ event, condition, action, record, input }: DefaultWireDefinition): WireDraft {
  return { event, condition: condition ?? null, action, record: record ?? null, input: input ?? {} };
}

function columnsOf({ input, ...draft }: WireDraft) {
  return { ...draft, input: JSON.stringify(input) };
}

/** Installed once all that it needs is enabled: a wire that could not run would be nothing but noise. */
function fits(module: string, { event, action }: DefaultWireDefinition, schema: WorkspaceSchema): boolean {
  return schema.modules.has(module) && schema.events.has(event) && schema.actions.has(action);
}

/** A default wire acts for the workspace, so it acts as an owner: the founder as long as they are one. */
async function ownerOf(
  db: WireDatabase,
  { workspaceId, founder }: { readonly workspaceId: string; readonly founder: string },
): Promise<string | null> {
  const owner = await db
    .selectFrom('member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .orderBy((eb) => eb('user_id', '=', founder), 'desc')
    .orderBy('created_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return owner?.user_id ?? null;
}

function checkAll(wires: readonly OwnedDefault[], registry: Registry): void {
  const schema = everything(registry);
  for (const { module, definition } of wires) {
    if (!registry.events.has(definition.event) || !registry.actions.has(definition.action)) continue;
    const { faults } = checkWire(draftOf(definition), { schema, registry });
    const [fault] = faults;
    if (fault)
      throw new Error(
        `Default wire '${definition.key}' of module '${module}' does not fit: ${fault.path} ${fault.message}`,
      );
  }
}

/** A workspace with every module. */
function everything(registry: Registry): WorkspaceSchema {
  return {
    version: 0,
    modules: registry.modules,
    settingsOf: () => ({}),
    kinds: new Map([...registry.kinds].map(([id, kind]) => [id, kind.shape])),
    actions: registry.actions,
    events: registry.events,
  };
}
