import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { ConfigurationError } from './configuration-error.js';
import { misspeltSettings } from './command/misspelt-settings.js';
import { type SettingName, SETTINGS } from './command/settings-list.js';
import { isRouterTracingEnabled } from './router-tracing.js';
import { withSecretFiles } from './secret-files.js';
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
  smtpUrl,
  someOf,
  text,
  InvalidSetting,
  url,
  type Setting,
} from './setting.js';

/** The validated configuration of the program. */
export interface Configuration {
  /** Address to listen on. Default `127.0.0.1`, because the first user of a new instance becomes its administrator. */
  readonly host: string;
  /** Default 3000; 0 takes any free port. */
  readonly port: number;
  /** Folder of the embedded database and of files. Default `./data`. */
  readonly dataDir: string;
  /** URL of a PostgreSQL server (15 or newer) to use instead of the embedded one. */
  readonly databaseUrl: string | null;
  /** Maximum number of database connections of the process, besides those of the queue. At least 4; default 16. */
  readonly databaseConnections: number;
  /** URL of a Redis server for wake-ups between processes, instead of PostgreSQL. */
  readonly redisUrl: string | null;
  /** Roles of this process: `api` serves requests, `worker` runs wires, jobs and sweeps. Default both. */
  readonly roles: readonly Role[];
  /** `1` pauses all wires of all workspaces. Default false. */
  readonly wiresPaused: boolean;
  /** Whether the start updates the database. Otherwise the command `migrate` does. Default true. */
  readonly migrate: boolean;
  /** Public address of the instance. Null: `http://localhost` with the port. */
  readonly publicUrl: string | null;
  /** Files with the certificate and its key, in PEM: serves HTTPS. Undefined: HTTP. */
  readonly tls: TlsFiles | undefined;
  /** Who may register after the first user. Default `invite`. */
  readonly registration: 'invite' | 'open';
  /** `off` disables all rate limits. Default `on`. */
  readonly rateLimit: 'on' | 'off';
  /** Maximum size of an import file in bytes. Default 1 GiB. */
  readonly importMaxBytes: number;
  /** Maximum unpacked size of a workspace archive in bytes. Default 16 GiB. */
  readonly archiveMaxBytes: number;
  /** Retention times. */
  readonly retention: RetentionSettings;
  /** Additional modules: names of packages, or paths. */
  readonly modules: readonly string[];
  /** Names of modules to start without. Default none. */
  readonly modulesOff: readonly string[];
  /** `skip` starts without additional modules that have faults. Default `stop`. */
  readonly modulesOnFault: 'stop' | 'skip';
  /**
   * Trusted proxies, which report the client's address and TLS: their number, or their addresses. Default 0, because untrusted
   * clients could send any address.
   */
  readonly trustedProxies: number | readonly string[];
  /** Serves `/metrics` to every client that can reach the port. Default false. */
  readonly metrics: boolean;
  /** Serves the web app. Default true. */
  readonly web: boolean;
  readonly files: FileConfiguration;
  /** Mail server. Null: mails are stored as files in the data folder. */
  readonly smtpUrl: string | null;
  /** Sender address. Null: `cubit` at the host of the instance. */
  readonly mailFrom: string | null;
  /** `1` allows channels to send to private addresses. Not allowed with `NODE_ENV=production`. Default false. */
  readonly allowInternalWebhooks: boolean;
  /** `NODE_ENV` is `production`. */
  readonly production: boolean;
  /** Default `info`. */
  readonly logLevel: LogLevel;
  /** Warnings for the log about settings that have no effect, or one that is not wanted. */
  readonly warnings: readonly string[];
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** In days; null: unlimited. */
export interface RetentionSettings {
  /** Default 30. */
  readonly eventDays: number | null;
  /** Default null. */
  readonly historyDays: number | null;
  /** Default 365. */
  readonly auditDays: number | null;
  /** Values of fields that a module removed. Default 90. */
  readonly retiredDays: number | null;
  /** Finished jobs and wire runs. Default 30. */
  readonly runDays: number;
}

const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws a `ConfigurationError` that lists all faults. */
export function readConfiguration(given: Environment, workingDirectory: string): Configuration {
  const faults = misspeltSettings(given);
  const environment = withSecretFiles(given, faults);
  const read = <Value>(name: SettingName, setting: Setting<Value>): Value | undefined => {
    const value = environment[name]?.trim();
    // Compose files and shells pass empty variables, which mean the default.
    if (value === undefined || value === '') return undefined;
    try {
      return setting(value);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      faults.push(`${name} must be ${error.message}${isShowable(name) ? `, not '${value}'` : ''}.`);
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
    databaseConnections: read('DATABASE_CONNECTIONS', count(4)) ?? 16,
    redisUrl: read('REDIS_URL', url('redis:', 'rediss:'))?.href ?? null,
    roles: read('ROLES', someOf(...ROLES)) ?? ROLES,
    migrate: read('MIGRATE', oneOf('on', 'off')) !== 'off',
    wiresPaused: read('WIRES_PAUSED', oneOf('0', '1')) === '1',
    publicUrl: read('PUBLIC_URL', publicUrl) ?? null,
    tls: tlsFiles(read('TLS_CERT', text), read('TLS_KEY', text), faults),
    registration: read('REGISTRATION', oneOf('invite', 'open')) ?? 'invite',
    rateLimit: read('RATE_LIMIT', oneOf('on', 'off')) ?? 'on',
    importMaxBytes: read('IMPORT_MAX_BYTES', bytes) ?? 1024 ** 3,
    archiveMaxBytes: read('ARCHIVE_MAX_BYTES', bytes) ?? 16 * 1024 ** 3,
    retention: {
      eventDays: orElse(read('KEEP_EVENTS_DAYS', days), 30),
      historyDays: orElse(read('KEEP_HISTORY_DAYS', days), null),
      auditDays: orElse(read('KEEP_AUDIT_DAYS', days), 365),
      retiredDays: orElse(read('KEEP_RETIRED_DAYS', days), 90),
      runDays: read('KEEP_RUNS_DAYS', count(1)) ?? 30,
    },
    modules: read('MODULES', list) ?? [],
    modulesOff: read('MODULES_OFF', list) ?? [],
    modulesOnFault: read('MODULES_ON_FAULT', oneOf('stop', 'skip')) ?? 'stop',
    trustedProxies: read('TRUST_PROXY', proxies) ?? 0,
    metrics: read('METRICS', oneOf('on', 'off')) === 'on',
    web: read('WEB', oneOf('on', 'off')) !== 'off',
    files: readFileConfiguration(read, faults),
    smtpUrl: read('SMTP_URL', smtpUrl)?.href ?? null,
    mailFrom: read('MAIL_FROM', text) ?? null,
    allowInternalWebhooks: internalWebhooks && !production,
    production,
    logLevel: read('LOG_LEVEL', oneOf(...LOG_LEVELS)) ?? 'info',
    warnings: [],
  };
  // The embedded database belongs to one process, so no other process could have the remaining roles.
  if (configuration.roles.length < ROLES.length && configuration.databaseUrl === null)
    faults.push('ROLES names a part of the work, so the other processes need the same database: set DATABASE_URL.');
  if (production && isRouterTracingEnabled(environment['DEBUG']))
    faults.push('DEBUG must not trace routers where NODE_ENV is production: paths hold the tokens of webhooks.');
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { ...configuration, warnings: warningsOf(configuration, { internalWebhooks }) };
}

function warningsOf(
  { host, publicUrl: address, production }: Configuration,
  { internalWebhooks }: { readonly internalWebhooks: boolean },
): readonly string[] {
  return [
    ...(internalWebhooks && production
      ? ['SERVICE_WEBHOOK_ALLOW_INTERNAL has no effect where NODE_ENV is production.']
      : []),
    ...(address === null && !isLoopback(host)
      ? [
          `PUBLIC_URL is not set, but HOST is ${host}: links in emails, channels and QR codes lead to localhost, which other devices cannot open. ` +
            'Set PUBLIC_URL to the address at which people reach the service.',
        ]
      : []),
  ];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function tlsFiles(cert: string | undefined, key: string | undefined, faults: string[]): TlsFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert !== key) faults.push('TLS_CERT and TLS_KEY belong together: set both, or neither.');
  return undefined;
}

/** `null` is a valid value here. */
function orElse<Value>(value: Value | undefined, otherwise: Value): Value {
  return value === undefined ? otherwise : value;
}

/** Database URLs contain a password. */
function isShowable(name: SettingName): boolean {
  return SETTINGS[name].secret === undefined;
}
