import { errorOf, fail } from '@cubit/core';
import { audit } from '@cubit/access';
import type { Transaction } from '@cubit/database';
import type { Actor, RegisteredModule, Registry } from '@cubit/core/host';
import { lockSchema, type ModuleSecrets, raiseSchemaVersion } from '@cubit/records';
import { type ModuleState, UNTOUCHED } from './module-row.js';
import { patchedSettings } from './module-settings.js';
import { readModuleStates } from './module-states.js';

export interface ModuleChange {
  readonly workspaceId: string;
  readonly module: RegisteredModule;
  readonly registry: Registry;
  readonly secrets: ModuleSecrets;
  readonly enabled?: boolean;
  /** Merge patch. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
  /** IP address of the request; null for a command. */
  readonly address: string | null;
}

/** Enables or disables a module, or changes its settings. Increases the schema version of the workspace. */
export async function changeModule(tx: Transaction, change: ModuleChange): Promise<ModuleState> {
  const { module, workspaceId } = change;
  // Serializes requests: of two that enable a module and disable a module that it requires, the second sees the
  // first.
  await lockSchema(tx, workspaceId);
  const states = await readModuleStates(tx.db, workspaceId);
  const before = states.get(module.name) ?? UNTOUCHED;
  const isOn = (name: string) =>
    states.get(name)?.enabled === true || change.registry.modules.get(name)?.definition.always === true;
  const enabled = change.enabled ?? before.enabled;
  if (change.enabled !== undefined) checkSwitch(change, isOn);
  const stored = change.settings
    ? patchedSettings(module, before, { patch: change.settings, box: change.secrets, workspaceId })
    : { settings: before.settings, secrets: before.secrets };
  const after: ModuleState = { enabled, ...stored };
  const actions = changesBetween(before, after);
  if (actions.length === 0) return after;
  await store(tx, change, after);
  for (const action of actions) {
    const target = {
      module: module.name,
      ...(action === 'module.settings_changed' ? { settings: Object.keys(change.settings ?? {}) } : {}),
    };
    await audit(tx, { workspaceId, actor: change.actor, action, target, address: change.address });
  }
  return after;
}

function checkSwitch({ enabled, module, registry }: ModuleChange, isOn: (name: string) => boolean): void {
  const { always, name, requires = [] } = module.definition;
  if (enabled === true) {
    const missing = requires.filter((required) => !isOn(required));
    if (missing.length > 0)
      throw dependencyMissing(
        `Module '${name}' needs ${quoted(missing)}, which must be enabled first.`,
        missing,
        'is not enabled',
      );
    return;
  }
  if (always === true)
    throw fail('conflict', `Module '${name}' is part of every workspace and cannot be disabled.`, {
      details: [{ path: '/enabled', code: 'always_enabled', message: 'cannot be disabled' }],
    });
  const dependents = [...registry.modules.values()].filter(
    ({ definition }) => definition.requires?.includes(name) === true && isOn(definition.name),
  );
  const names = dependents.map((dependent) => dependent.name);
  if (names.length > 0)
    throw dependencyMissing(
      `Module '${name}' is needed by ${quoted(names)}, which must be disabled first.`,
      names,
      'is enabled',
    );
}

function dependencyMissing(message: string, names: readonly string[], why: string) {
  return errorOf('dependency_missing', message, {
    details: names.map((name) => ({ path: '/enabled', code: 'dependency_missing', message: `'${name}' ${why}` })),
  });
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

type AuditedChange = 'module.enabled' | 'module.disabled' | 'module.settings_changed';

function changesBetween(before: ModuleState, after: ModuleState): readonly AuditedChange[] {
  const actions: AuditedChange[] = [];
  if (before.enabled !== after.enabled) actions.push(after.enabled ? 'module.enabled' : 'module.disabled');
  const stored = ({ settings, secrets }: ModuleState) => JSON.stringify([settings, secrets]);
  if (stored(before) !== stored(after)) actions.push('module.settings_changed');
  return actions;
}

async function store(
  tx: Transaction,
  { module, workspaceId }: ModuleChange,
  { enabled, settings, secrets }: ModuleState,
): Promise<void> {
  const values = { enabled, settings: JSON.stringify(settings), secrets: JSON.stringify(secrets) };
  await tx.db
    .insertInto('workspace_module')
    .values({ workspace_id: workspaceId, module: module.name, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'module']).doUpdateSet(values))
    .execute();
  await raiseSchemaVersion(tx, workspaceId);
}
