import { channel } from 'node:diagnostics_channel';
import { audit } from '@cubit/access';
import { mayInvoke, mayReach, type ModulePermissions, SYSTEM_ACTOR } from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';

/** The module whose code runs, and where. */
export interface ModuleCaller {
  readonly services: Pick<KernelServices, 'registry' | 'database' | 'now' | 'log'>;
  readonly workspaceId: string;
  readonly module: string;
}

interface Use {
  readonly access: 'read' | 'write' | 'invoke' | 'egress';
  /** Id of a kind or of an action, or a host. */
  readonly what: string;
}

/** A module that tries again and again gets one entry in this time. */
const AUDIT_EVERY_MS = 60_000;
const REMEMBERED = 1_000;
const audited = new Map<string, number>();

/** What the code of modules uses of other modules and hosts, for the tools that check their permissions. */
const uses = channel('cubit.module.uses');

const DECLARATION = { read: 'kinds', write: 'kinds', invoke: 'invokes', egress: 'egress' } as const;
const VERB = { read: 'read', write: 'write', invoke: 'invoke', egress: 'reach' } as const;

/**
 * Throws if the permissions of the module do not include the use of a kind or action of another module, or of a host. A module without permissions may use
 * everything of other modules, and no host. The refusal is in the audit log of the workspace. These are the doors of the context, not a sandbox.
 */
export function requirePermission(caller: ModuleCaller, use: Use): void {
  const { services, module } = caller;
  if (use.access !== 'egress' && use.what.startsWith(`${module}:`)) return;
  if (uses.hasSubscribers) uses.publish({ module, ...use });
  if (isGranted(services.registry.modules.get(module)?.definition.permissions, use)) return;
  recordRefusal(caller, use);
  throw new TypeError(
    `Module '${module}' may not ${VERB[use.access]} '${use.what}'; declare it in permissions.${DECLARATION[use.access]}.`,
  );
}

function isGranted(permissions: ModulePermissions | undefined, { access, what }: Use): boolean {
  if (access === 'egress') return mayReach(permissions ?? {}, what);
  if (permissions === undefined) return true;
  if (access === 'invoke') return mayInvoke(permissions, what);
  const granted = permissions.kinds?.[what] ?? permissions.kinds?.['*'];
  return granted === 'write' || (granted === 'read' && access === 'read');
}

function recordRefusal({ services, workspaceId, module }: ModuleCaller, { access, what }: Use): void {
  const { database, log, now } = services;
  const key = [workspaceId, module, access, what].join('/');
  const at = now();
  if (at.getTime() - (audited.get(key) ?? -Infinity) < AUDIT_EVERY_MS) return;
  if (audited.size >= REMEMBERED) audited.clear();
  audited.set(key, at.getTime());
  log.warn({ module, access, what }, 'a module was refused what its permissions do not include');
  const entry = {
    workspaceId,
    actor: SYSTEM_ACTOR,
    action: 'module.refused',
    target: { module, access, id: what },
    address: null,
  };
  // The transaction of the module is rolled back, so the entry has one of its own.
  database
    .transaction((tx) => audit(tx, entry))
    .catch((error: unknown) => {
      log.error({ err: error, module }, 'the refusal of a module could not be recorded');
    });
}
