import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilityFactory, ConnectionSettings, Logger } from '@cubit/core';
import { DirectoryStore } from '@cubit/files';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { createCapabilities } from '../create-capabilities.js';

const MAX_BYTES = 1024 ** 3;
/** More than any spec sends. */
export const LIMITS = { importMaxBytes: MAX_BYTES, archiveMaxBytes: MAX_BYTES };
const folder = join(tmpdir(), `cubit-files-${randomUUID()}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** What surrounds the product here: nothing leaves the machine. Mail goes nowhere, and no receiver has an address. */
export const SURROUNDINGS = {
  mailer: { send: () => Promise.resolve() },
  resolve: () => Promise.resolve([]),
  files: {
    store: new DirectoryStore(join(folder, 'kept')),
    spoolFolder: join(folder, 'incoming'),
    maxBytes: MAX_BYTES,
  },
  ...LIMITS,
};

/** The whole product, as the specs here start it. No wire runs by itself: what a request did must stay as it is. */
export const PRODUCT = {
  modules: BUILT_IN_MODULES,
  capabilities: (parts: {
    readonly connection: ConnectionSettings;
    readonly log: Logger;
  }): readonly CapabilityFactory[] => createCapabilities({ ...parts, ...SURROUNDINGS, wiresPaused: true }).factories,
};
