import type { CapabilityFactory, ConnectionSettings, Logger } from '@cubit/core';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { createCapabilities } from '../create-capabilities.js';

/** The whole product, as the specs here start it. No wire runs by itself: what a request did must stay as it is. */
export const PRODUCT = {
  modules: BUILT_IN_MODULES,
  capabilities: (parts: {
    readonly connection: ConnectionSettings;
    readonly log: Logger;
  }): readonly CapabilityFactory[] => createCapabilities({ ...parts, wiresPaused: true }).factories,
};
