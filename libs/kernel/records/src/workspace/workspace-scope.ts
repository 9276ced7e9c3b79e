import type { KindHookContext, ModuleContext } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import type { Actor, Registry, WorkspaceAccess } from '@cubit/core/host';

/** One transaction in one workspace, for code that adds to it: files, notices, actions. */
export interface WorkspaceScope {
  readonly tx: Transaction;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly services: { readonly registry: Registry; readonly newId: () => string };
  /** The context for code of `module`. */
  contextOf(module: string, action: string | null): ModuleContext & KindHookContext;
}
