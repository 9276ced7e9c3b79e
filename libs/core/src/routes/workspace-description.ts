import type { RouteDefinition } from './route.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from '../registry/workspace-schema.js';

/** The API of a workspace as data: the source of its OpenAPI document. */
export interface WorkspaceDescription {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  /** Every route that clients of the workspace may call. */
  readonly routes: readonly RouteDefinition[];
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  readonly publicUrl: string;
  /** Version of the product. */
  readonly version: string;
}
