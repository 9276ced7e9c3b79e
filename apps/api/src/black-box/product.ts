import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilityFactory } from '@cubit/runtime';
import type { ConnectionSettings } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { DirectoryStore } from '@cubit/files';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { createCapabilities } from '../create-capabilities.js';

const MAX_BYTES = 1024 ** 3;
/** Larger than any upload in specs. */
export const LIMITS = { importMaxBytes: MAX_BYTES, archiveMaxBytes: MAX_BYTES };
const folder = join(tmpdir(), `cubit-files-${randomUUID()}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Capability options for specs: nothing leaves the machine. Mail is dropped, and no receiver has an address. */
export const CAPABILITY_OPTIONS = {
  mailer: { send: () => Promise.resolve() },
  resolve: () => Promise.resolve([]),
  files: {
    store: new DirectoryStore(join(folder, 'kept')),
    spoolFolder: join(folder, 'incoming'),
    maxBytes: MAX_BYTES,
  },
  ...LIMITS,
};

/** The whole product for specs. Wires are paused, so that requests have no further effects. */
export const PRODUCT = {
  /** The same setting for the program in a separate process. */
  environment: { WIRES_PAUSED: '1' },
  modules: BUILT_IN_MODULES,
  capabilities: (parts: {
    readonly connection: ConnectionSettings;
    readonly log: Logger;
  }): readonly CapabilityFactory[] => createCapabilities({ ...parts, ...CAPABILITY_OPTIONS, wiresPaused: true }),
};
