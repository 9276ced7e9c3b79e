import type { RouteDefinition } from '../contract/route.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from './workspace-schema.js';

/** A workspace's whole interface as data: what the OpenAPI document is made from. */
export interface WorkspaceDescription {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  /** Every route that a client of the workspace may use. */
  readonly routes: readonly RouteDefinition[];
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  readonly publicUrl: string;
  /** Version of the product. */
  readonly version: string;
}
