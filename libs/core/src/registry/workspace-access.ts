import type { Role } from '../contract/role.js';
import type { WorkspaceSchema } from './workspace-schema.js';

/**
 * A workspace and the caller's role in it. Every service takes this as an argument, so data cannot be reached without a
 * workspace.
 */
export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  /** The workspace's enabled modules, settings, and kinds with custom fields. */
  readonly schema: WorkspaceSchema;
}
