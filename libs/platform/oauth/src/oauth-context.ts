import type { CapabilityHost } from '@cubit/runtime';
import type { PostOptions } from '@cubit/notifications';
import type { ClientDocuments } from './client/client-documents.js';

export interface OauthContext {
  readonly services: CapabilityHost['services'];
  readonly accessOf: CapabilityHost['accessOf'];
  /** How client metadata documents are fetched. */
  readonly outbound: PostOptions;
  readonly documents: ClientDocuments;
}
