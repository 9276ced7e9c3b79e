import { channel } from 'node:diagnostics_channel';
import { audit } from '@cubit/access';
import { mayInvoke, SYSTEM_ACTOR } from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';

/** The module whose code runs, and where. */
interface ModuleCaller {
  readonly services: Pick<KernelServices, 'registry' | 'database' | 'now' | 'log'>;
  readonly workspaceId: string;
  readonly module: string;
}

interface Use {
  readonly access: 'read' | 'write' | 'invoke';
  /** Id of a kind, or of an action. */
  readonly what: string;
}

/** A module that tries again and again gets one entry in this time. */
const AUDIT_EVERY_MS = 60_000;
const REMEMBERED = 1_000;
const audited = new Map<string, number>();

/** What the code of modules uses of other modules, for the tools that check their permissions. */
const uses = channel('cubit.module.uses');

const DECLARATION = { read: 'kinds', write: 'kinds', invoke: 'invokes' } as const;

/**
 * Throws if the module declares permissions and these do not include the use of a kind or action of another module. The refusal is in the audit
 * log of the workspace. These are the doors of the context, not a sandbox.
 */
export function requirePermission(caller: ModuleCaller, use: Use): void {
  const { services, module } = caller;
  if (use.what.startsWith(`${module}:`)) return;
  if (uses.hasSubscribers) uses.publish({ module, ...use });
  const permissions = services.registry.modules.get(module)?.definition.permissions;
  if (permissions === undefined) return;
  const granted = permissions.kinds?.[use.what];
  const isAllowed =
    use.access === 'invoke'
      ? mayInvoke(permissions, use.what)
      : granted === 'write' || (granted === 'read' && use.access === 'read');
  if (isAllowed) return;
  recordRefusal(caller, use);
  throw new Error(
    `Module '${module}' may not ${use.access} '${use.what}'; declare it in permissions.${DECLARATION[use.access]}.`,
  );
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
