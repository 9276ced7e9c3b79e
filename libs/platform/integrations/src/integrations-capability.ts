import { createSecretBox, type Capability, type CapabilityFactory } from '@cubit/core';
import { connectorRoute } from './integration/connector.routes.js';
import { hitRoute } from './integration/hit.routes.js';
import { integrationControlRoutes } from './integration/integration-control.routes.js';
import { integrationRoutes } from './integration/integration.routes.js';
import { receiverRoute } from './receiver/receiver.route.js';
import { integrationMigrations } from './tables/migrations.js';
import { Purger } from './upkeep/purger.js';

/**
 * Inbound webhooks: integrations, made of the connectors that modules declare, and the receiver of their URLs. Its module
 * (`integrations`) belongs among the installed ones: it brings connectors and events.
 */
export function integrationsCapability(): CapabilityFactory {
  return {
    name: 'integrations',
    migrations: integrationMigrations,
    async create(host): Promise<Capability> {
      const secrets = await createSecretBox(host.services.database.db, 'integrations');
      const parts = { host, secrets };
      const purger = new Purger(host.services);
      return {
        name: 'integrations',
        routes: [
          ...integrationRoutes(parts),
          ...integrationControlRoutes(parts),
          hitRoute(parts),
          connectorRoute(parts),
          receiverRoute(parts),
        ],
        start: () => Promise.resolve(purger.start()),
        stop: () => purger.stop(),
      };
    },
  };
}
