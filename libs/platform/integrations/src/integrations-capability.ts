import { createSecretBox } from '@cubit/access';
import type { Capability, CapabilityFactory } from '@cubit/runtime';
import { connectorRoute } from './integration/connector.routes.js';
import { hitRoute } from './integration/hit.routes.js';
import { integrationControlRoutes } from './integration/integration-control.routes.js';
import { integrationRoutes } from './integration/integration.routes.js';
import { receiverRoute } from './receiver/receiver.route.js';
import { integrationMigrations } from './tables/migrations.js';
import { Purger } from './upkeep/purger.js';

/**
 * Inbound webhooks: integrations, which use the connectors of modules, and the receiver of their URLs. Install the module `integrations`
 * with it: the module declares the built-in connectors and their events.
 */
export function integrationsCapability(): CapabilityFactory {
  return {
    name: 'integrations',
    migrations: integrationMigrations,
    async create(host): Promise<Capability> {
      const secrets = await createSecretBox(host.services.database.db, 'integrations');
      const routeOptions = { host, secrets };
      const purger = new Purger(host.services);
      return {
        name: 'integrations',
        routes: [
          ...integrationRoutes(routeOptions),
          ...integrationControlRoutes(routeOptions),
          hitRoute(routeOptions),
          connectorRoute(routeOptions),
          receiverRoute(routeOptions),
        ],
        start: () => Promise.resolve(purger.start()),
        stop: () => purger.stop(),
      };
    },
  };
}
