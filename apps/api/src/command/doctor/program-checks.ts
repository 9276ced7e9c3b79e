import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { diskOf, fileChecks, writeFault } from '@cubit/files';
import { createLog } from '@cubit/http';
import type { Configuration } from '../../configuration.js';
import { fileSettings } from '../../file-settings.js';
import { programVersion } from '../../program-version.js';
import { shownSettings } from '../config.js';
import { bad, type Check, ok, warning } from './check.js';

const LEAST_NODE = 20;
const LEAST_FREE_SHARE = 0.1;
/** A tenth of a large disk is much. */
const ENOUGH_BYTES = 20 * 1024 ** 3;
const MIB = 1024 ** 2;

/** Faults of settings are found before the checks run. */
const settings: Check = {
  name: 'settings',
  run: ({ configuration, environment }) => {
    const set = shownSettings(environment).filter(({ source }) => source === 'environment');
    const { warnings } = configuration;
    if (warnings.length > 0) return warning(warnings.join(' '), 'Correct the setting. `cubit config` lists all.');
    return ok(`${set.length} set, all are known and valid.`);
  },
};

const node: Check = {
  name: 'node',
  run: () => {
    const { node: version } = process.versions;
    const detail = `Cubit ${programVersion()} on Node.js ${version}.`;
    return Number(version.split('.')[0]) < LEAST_NODE
      ? bad(detail, `Install Node.js ${LEAST_NODE} or newer.`)
      : ok(detail);
  },
};

const dataFolder: Check = {
  name: 'data_folder',
  run: async ({ configuration: { dataDir } }) => {
    const faults = await Promise.all([dataDir, join(dataDir, 'files', 'incoming')].map(writeFault));
    const fault = faults.find((found) => found !== null);
    if (fault === undefined) return ok(`${dataDir} can be written.`);
    return bad(`${fault}.`, 'Give the folder to the user of the program, or set DATA_DIR to one of its own.');
  },
};

const disk: Check = {
  name: 'disk',
  run: async ({ configuration: { dataDir, files } }) => {
    const store = fileSettings(files, { dataDir, log: createLog({ level: 'silent' }) });
    const { freeBytes, totalBytes } = await diskOf(dataDir);
    const detail = `${Math.floor(freeBytes / MIB)} of ${Math.floor(totalBytes / MIB)} MiB are free at ${dataDir}.`;
    const mend =
      'Free space, or move DATA_DIR to a larger disk. KEEP_EVENTS_DAYS and KEEP_RUNS_DAYS limit what is stored.';
    if ((await fileChecks(store).disk?.()) !== 'ok') return bad(`The disk is full: ${detail}`, mend);
    const isScarce = freeBytes < Math.min(totalBytes * LEAST_FREE_SHARE, ENOUGH_BYTES);
    return isScarce ? warning(detail, mend) : ok(detail);
  },
};

const registration: Check = {
  name: 'registration',
  run: ({ configuration }) => {
    if (configuration.registration === 'invite') return ok('People need an invitation.');
    if (!isPublic(configuration)) return ok('Everybody may register, on an address of this machine or network.');
    return warning(
      'Everybody who reaches the public address may register.',
      'Unless that is intended, remove REGISTRATION=open and invite people (Settings → Members).',
    );
  },
};

const PRIVATE_NAME = /^localhost$|\.(?:localhost|local|internal|lan|home\.arpa|test)$/;
const PRIVATE_ADDRESS = /^(?:127|10)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\./;

/** `PUBLIC_URL` has a name or an address of the internet. */
function isPublic({ publicUrl }: Configuration): boolean {
  if (publicUrl === null) return false;
  const { hostname } = new URL(publicUrl);
  if (isIPv4(hostname)) return !PRIVATE_ADDRESS.test(hostname);
  if (hostname.startsWith('[')) return !/^\[(?:::1|f[cde])/.test(hostname);
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname);
}

export const PROGRAM_CHECKS = { settings, node, dataFolder, disk, registration };
