import { resolve } from 'node:path';
import { ConfigurationError } from './configuration-error.js';
import { readFileConfiguration, type FileConfiguration } from './file-configuration.js';
import {
  bytes,
  count,
  days,
  list,
  oneOf,
  port,
  proxies,
  publicUrl,
  someOf,
  text,
  UnfitSetting,
  url,
  type Setting,
} from './setting.js';

/** What the program is told from outside, checked. */
export interface Configuration {
  /** Address to listen on. Default `127.0.0.1`: an instance without users gives itself to whoever comes first. */
  readonly host: string;
  /** Default 3000; 0 takes any free port. */
  readonly port: number;
  /** Folder of the embedded database and of files. Default `./data`. */
  readonly dataDir: string;
  /** A PostgreSQL 15 or newer to use in place of the embedded one. */
  readonly databaseUrl: string | null;
  /** Redis to carry wake-ups between processes in place of PostgreSQL. */
  readonly redisUrl: string | null;
  /** What this process does: `api` answers requests, `worker` runs wires, jobs and what is due. Default both. */
  readonly roles: readonly Role[];
  /** `1` keeps every wire of every workspace from running. Default false. */
  readonly wiresPaused: boolean;
  /** Address at which people reach the instance. Null: `http://localhost` and the port. */
  readonly publicUrl: string | null;
  /** Who may register once there is a user. Default `invite`. */
  readonly registration: 'invite' | 'open';
  /** `off` lifts every limit. Default `on`. */
  readonly rateLimit: 'on' | 'off';
  /** Bytes of a file to be imported. Default 1 GiB. */
  readonly importMaxBytes: number;
  /** Bytes of the archive of a workspace, unpacked. Default 16 GiB. */
  readonly archiveMaxBytes: number;
  /** For how long what has happened is kept. */
  readonly retention: RetentionSettings;
  /** Further modules: names of packages, or paths. */
  readonly modules: readonly string[];
  /** Proxies in front that are believed about the client's address and TLS: how many, or their addresses. Default 0: anybody could claim any. */
  readonly trustedProxies: number | readonly string[];
  /** Serves `/metrics`, to everybody who reaches the port. Default false. */
  readonly metrics: boolean;
  readonly files: FileConfiguration;
  /** Mail server. Null: mails are kept as files in the data folder. */
  readonly smtpUrl: string | null;
  /** Sender of every mail. Null: `cubit` at the host of the instance. */
  readonly mailFrom: string | null;
  /** `1` lets channels post to addresses that are not public. Never where `NODE_ENV` is `production`. Default false. */
  readonly allowInternalWebhooks: boolean;
  /** Default `info`. */
  readonly logLevel: LogLevel;
  /** What was set and has no effect, in sentences for the log. */
  readonly warnings: readonly string[];
}

/** Days; null: for ever. */
export interface RetentionSettings {
  /** Default 30. */
  readonly eventDays: number | null;
  /** Default null. */
  readonly historyDays: number | null;
  /** Default 365. */
  readonly auditDays: number | null;
  /** Jobs and wire runs that have ended. Default 30. */
  readonly runDays: number;
}

const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws a `ConfigurationError` that names every fault at once. */
export function readConfiguration(environment: Environment, workingDirectory: string): Configuration {
  const faults = unknownNames(environment);
  const read = <Value>(name: string, setting: Setting<Value>): Value | undefined => {
    const value = environment[name]?.trim();
    // Compose files and shells pass on empty variables; they mean the default.
    if (value === undefined || value === '') return undefined;
    try {
      return setting(value);
    } catch (error) {
      if (!(error instanceof UnfitSetting)) throw error;
      faults.push(`${name} must be ${error.message}${mayBeShown(name) ? `, not '${value}'` : ''}.`);
      return undefined;
    }
  };
  const internalWebhooks = read('SERVICE_WEBHOOK_ALLOW_INTERNAL', oneOf('0', '1')) === '1';
  const production = environment['NODE_ENV'] === 'production';
  const configuration: Configuration = {
    host: read('HOST', text) ?? '127.0.0.1',
    port: read('PORT', port) ?? 3000,
    dataDir: resolve(workingDirectory, read('DATA_DIR', text) ?? 'data'),
    databaseUrl: read('DATABASE_URL', url('postgres:', 'postgresql:'))?.href ?? null,
    redisUrl: read('REDIS_URL', url('redis:', 'rediss:'))?.href ?? null,
    roles: read('ROLES', someOf(...ROLES)) ?? ROLES,
    wiresPaused: read('WIRES_PAUSED', oneOf('0', '1')) === '1',
    publicUrl: read('PUBLIC_URL', publicUrl) ?? null,
    registration: read('REGISTRATION', oneOf('invite', 'open')) ?? 'invite',
    rateLimit: read('RATE_LIMIT', oneOf('on', 'off')) ?? 'on',
    importMaxBytes: read('IMPORT_MAX_BYTES', bytes) ?? 1024 ** 3,
    archiveMaxBytes: read('ARCHIVE_MAX_BYTES', bytes) ?? 16 * 1024 ** 3,
    retention: {
      eventDays: given(read('KEEP_EVENTS_DAYS', days), 30),
      historyDays: given(read('KEEP_HISTORY_DAYS', days), null),
      auditDays: given(read('KEEP_AUDIT_DAYS', days), 365),
      runDays: read('KEEP_RUNS_DAYS', count(1)) ?? 30,
    },
    modules: read('MODULES', list) ?? [],
    trustedProxies: read('TRUST_PROXY', proxies) ?? 0,
    metrics: read('METRICS', oneOf('on', 'off')) === 'on',
    files: readFileConfiguration(read, faults),
    smtpUrl: read('SMTP_URL', url('smtp:', 'smtps:'))?.href ?? null,
    mailFrom: read('MAIL_FROM', text) ?? null,
    allowInternalWebhooks: internalWebhooks && !production,
    logLevel: read('LOG_LEVEL', oneOf(...LOG_LEVELS)) ?? 'info',
    warnings:
      internalWebhooks && production
        ? ['SERVICE_WEBHOOK_ALLOW_INTERNAL has no effect where NODE_ENV is production.']
        : [],
  };
  // The embedded database belongs to one process, so nobody else would do the rest.
  if (configuration.roles.length < ROLES.length && configuration.databaseUrl === null)
    faults.push('ROLES names a part of the work, so the other processes need the same database: set DATABASE_URL.');
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configuration;
}

/** `null` is a value of its own here. */
function given<Value>(value: Value | undefined, otherwise: Value): Value {
  return value === undefined ? otherwise : value;
}

/** Settings bear no prefix, so that whoever writes one believes in a setting that is not there. */
function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('CUBIT_'))
    .map((name) => `${name} is not a setting; settings have no prefix (${name.slice('CUBIT_'.length)}).`);
}

/** A URL of a database holds a password. */
function mayBeShown(name: string): boolean {
  return name === 'PUBLIC_URL' || !/_URL$|SECRET/.test(name);
}
