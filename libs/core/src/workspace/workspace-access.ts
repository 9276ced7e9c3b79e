import type { Role } from '../access/role.js';
import type { WorkspaceSchema } from './workspace-schema.js';

/** A workspace as one caller may use it: every service takes this, so nothing is reachable without a workspace. */
export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  /** What the workspace has made of the modules: enabled ones, settings, kinds with their fields. */
  readonly schema: WorkspaceSchema;
}
