import type { SecretBox } from '@cubit/access';
import type { CapabilityHost } from '@cubit/runtime';

/** What the integration routes depend on. */
export interface IntegrationRouteOptions {
  readonly host: CapabilityHost;
  readonly secrets: SecretBox;
}

/** Context for the encryption of a secret: a secret can be decrypted only for the same integration. */
export function secretPlace(workspaceId: string, id: string): string {
  return `integration/${workspaceId}/${id}`;
}
