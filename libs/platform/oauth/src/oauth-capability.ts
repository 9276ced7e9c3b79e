import type { CapabilityFactory } from '@cubit/runtime';
import { createResolver, type PostOptions } from '@cubit/notifications';
import { authorizationRoutes } from './authorization/authorization.routes.js';
import { ClientDocuments } from './client/client-documents.js';
import { metadataRoutes } from './metadata/metadata.routes.js';
import { tokenRoutes } from './token/token.routes.js';

export interface OauthOptions {
  /** Lets client metadata documents come from addresses that are not public, and over http from loopback. Never in production. */
  readonly allowInternal?: boolean;
  /** Resolves host names of clients. Default: the name servers of the machine. */
  readonly resolve?: PostOptions['resolve'];
}

/**
 * An OAuth 2.1 authorization server for MCP clients: a client that knows only the MCP address of a workspace signs its person in. Its tables
 * are the kernel's, because its access tokens are API tokens.
 */
export function oauthCapability({
  allowInternal = false,
  resolve = createResolver(),
}: OauthOptions): CapabilityFactory {
  return {
    name: 'oauth',
    create({ services, accessOf }) {
      const outbound = { resolve, allowInternal };
      const context = { services, accessOf, outbound, documents: new ClientDocuments(outbound) };
      return {
        name: 'oauth',
        routes: [...metadataRoutes(context), ...authorizationRoutes(context), ...tokenRoutes(context)],
      };
    },
  };
}
