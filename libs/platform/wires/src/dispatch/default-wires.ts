import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DefaultWireDefinition } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';
import { checkWire } from '../definition/check-wire.js';
import type { WireDraft } from '../definition/wire-draft.js';
import type { WireDatabase } from '../tables/schema.js';

interface OwnedDefault {
  readonly module: string;
  readonly definition: DefaultWireDefinition;
}

/** Installs the default wires of modules in workspaces. */
export class DefaultWires {
  /** Hash of the default wires of the instance. A workspace with another fingerprint is checked for missing default wires. */
  readonly fingerprint: string;
  readonly #services: Pick<KernelServices, 'workspaces' | 'newId'>;
  readonly #all: readonly OwnedDefault[];

  /** Throws if a default wire is not valid with the installed modules, so that the defect is found at start. */
  constructor(services: Pick<KernelServices, 'workspaces' | 'newId' | 'registry'>) {
    this.#services = services;
    this.#all = [...services.registry.modules.values()].flatMap(({ name, definition }) =>
      (definition.wires ?? []).map((wire) => ({ module: name, definition: wire })),
    );
    checkAll(this.#all, services.registry);
    this.fingerprint = createHash('sha256').update(JSON.stringify(this.#all)).digest('base64url').slice(0, 16);
  }

  /** Installs the default wires of enabled modules that the workspace never had. Serialized per workspace by a row lock. */
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
    const missing = this.#all.filter(
      ({ module, definition }) =>
        canInstall(module, definition, schema) &&
        !had.some((one) => one.module === module && one.key === definition.key),
    );
    if (missing.length > 0) {
      const owner = await ownerOf(db, { workspaceId, founder: workspace.created_by });
      if (owner !== null) await this.#insert(db, { workspaceId, owner, missing });
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
      missing,
    }: { readonly workspaceId: string; readonly owner: string; readonly missing: readonly OwnedDefault[] },
  ): Promise<void> {
    const at = sql<Date>`now()`;
    const rows = missing.map((one) => ({ ...one, id: this.#services.newId() }));
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

/** A default wire is installed when its module, event and action are enabled. */
function canInstall(module: string, { event, action }: DefaultWireDefinition, schema: WorkspaceSchema): boolean {
  return schema.modules.has(module) && schema.events.has(event) && schema.actions.has(action);
}

/** A default wire acts as an owner of the workspace: the founder if they are still an owner. */
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
  const schema = fullSchema(registry);
  for (const { module, definition } of wires) {
    if (!registry.events.has(definition.event) || !registry.actions.has(definition.action)) continue;
    const { faults } = checkWire(draftOf(definition), { schema, registry });
    const [fault] = faults;
    if (fault)
      throw new Error(
        `Default wire '${definition.key}' of module '${module}' is not valid: ${fault.path} ${fault.message}`,
      );
  }
}

/** The schema of a workspace in which every module is enabled. */
function fullSchema(registry: Registry): WorkspaceSchema {
  return {
    version: 0,
    modules: registry.modules,
    settingsOf: () => ({}),
    kinds: new Map([...registry.kinds].map(([id, kind]) => [id, kind.shape])),
    actions: registry.actions,
    events: registry.events,
  };
}
