import { type ModuleSecrets, NOTHING_STORED } from '@cubit/records';
import { patchedSettings } from '@cubit/runtime';
import { isCubitError, validate } from '@cubit/core';
import type { Registry } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { badArchive, badArchiveAt } from './archive-fault.js';
import { FORMAT, FORMAT_VERSION, MANIFEST, manifestSchema, type Manifest } from './manifest.js';

/** Reads the manifest. Throws if this instance cannot import the archive. */
export function readManifest(value: unknown, registry: Registry): Manifest {
  const { format, version } = (typeof value === 'object' ? (value ?? {}) : {}) as Partial<Record<string, unknown>>;
  if (format !== FORMAT)
    throw badArchive(`${MANIFEST}/format`, 'format', `It is not the archive of a workspace ('${FORMAT}').`);
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw badArchive(
      `${MANIFEST}/version`,
      'too_new',
      `It was made by a later version (format ${version}; this instance reads ${FORMAT_VERSION}). Update this instance first.`,
    );
  const faults = validate(manifestSchema, value, MANIFEST);
  if (faults.length > 0) throw badArchiveAt(faults);
  const manifest = value as Manifest;
  requireModules(manifest, registry);
  return manifest;
}

/** Requires the modules that are enabled or have records, in versions no older than those of the archive. */
function requireModules({ modules, counts }: Manifest, registry: Registry): void {
  const enabled = new Set(modules.filter((one) => one.enabled).map(({ name }) => name));
  const owners = new Set(
    Object.keys(counts.records)
      .filter((kind) => (counts.records[kind] ?? 0) > 0)
      .map((kind) => kind.split(':')[0]),
  );
  for (const [index, { name, version, enabled: isOn }] of modules.entries()) {
    const place = `${MANIFEST}/modules/${index}`;
    const installed = registry.modules.get(name)?.definition;
    if (!installed && (isOn || owners.has(name)))
      throw badArchive(place, 'unknown', `This instance does not have the module '${name}'.`);
    if (!installed) continue;
    if (isOlder(installed.version, version))
      throw badArchive(
        place,
        'too_new',
        `It has '${name}' ${version}; this instance has ${installed.version}. Update this instance first.`,
      );
    const missing = (installed.requires ?? []).filter((required) => {
      return !enabled.has(required) && registry.modules.get(required)?.definition.always !== true;
    });
    if (isOn && missing.length > 0)
      throw badArchive(
        place,
        'dependency_missing',
        `'${name}' needs '${missing.join("', '")}', which the archive has off.`,
      );
  }
  for (const kind of Object.keys(counts.records))
    if ((counts.records[kind] ?? 0) > 0 && !registry.kinds.has(kind))
      throw badArchive(`${MANIFEST}/counts/records`, 'unknown', `This instance does not have the kind '${kind}'.`);
}

/** Patch versions do not change shapes, so they are ignored. */
function isOlder(installed: string, wanted: string): boolean {
  const [ours, theirs] = [installed, wanted].map((version) =>
    version.split('.').map((part) => Number.parseInt(part, 10)),
  );
  const [major = 0, minor = 0] = ours ?? [];
  const [wantedMajor = 0, wantedMinor = 0] = theirs ?? [];
  return wantedMajor > major || (wantedMajor === major && wantedMinor > minor);
}

interface ManifestTarget {
  readonly workspaceId: string;
  readonly registry: Registry;
  readonly secrets: ModuleSecrets;
  readonly manifest: Manifest;
}

/** Applies the settings of the workspace and its modules, and enables or disables modules. Slug and name do not change. */
export async function applyManifest(
  tx: Transaction,
  { workspaceId, registry, secrets, manifest }: ManifestTarget,
): Promise<void> {
  const rows = manifest.modules.flatMap(({ name, enabled, settings }, index) => {
    const module = registry.modules.get(name);
    if (!module) return [];
    const place = `${MANIFEST}/modules/${index}`;
    // An archive has no secrets, unless an earlier version of the module declared one as a text.
    const stored = settingsAt(place, () =>
      patchedSettings(module, NOTHING_STORED, { patch: settings, box: secrets, workspaceId }),
    );
    return [
      { module: name, enabled, settings: JSON.stringify(stored.settings), secrets: JSON.stringify(stored.secrets) },
    ];
  });
  for (const row of rows)
    await tx.db
      .insertInto('workspace_module')
      .values({ workspace_id: workspaceId, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'module'])
          .doUpdateSet({ enabled: row.enabled, settings: row.settings, secrets: row.secrets }),
      )
      .execute();
  await tx.db
    .updateTable('workspace')
    .set({ settings: JSON.stringify(manifest.workspace.settings) })
    .where('id', '=', workspaceId)
    .execute();
}

function settingsAt<Value>(place: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!isCubitError(error)) throw error;
    throw badArchiveAt(error.details.map((detail) => ({ ...detail, path: place + detail.path })));
  }
}
