/** A setting for people: what `--help`, `config` and the check of names know of it. */
export interface SettingEntry {
  /** Default in words; empty: none. */
  readonly otherwise: string;
  readonly meaning: string;
  /** Its value is never shown. Of a `url`, only the password is left out. */
  readonly secret?: 'all' | 'url';
}

const setting = (otherwise: string, meaning: string, secret?: SettingEntry['secret']): SettingEntry => ({
  otherwise,
  meaning,
  ...(secret && { secret }),
});

/** Every setting of the program, in the order of `docs/operating.md`. `readConfiguration` accepts no other name. */
export const SETTINGS = {
  PORT: setting('3000', 'port to listen on; 0 uses any free one'),
  HOST: setting('127.0.0.1', 'address to listen on'),
  PUBLIC_URL: setting('http://localhost:<port>', 'address at which people reach the service'),
  TLS_CERT: setting('', 'file with the certificate, for HTTPS'),
  TLS_KEY: setting('', 'file with the key of the certificate'),
  DATA_DIR: setting('./data', 'folder of the embedded database and of files'),
  DATABASE_URL: setting('', 'a PostgreSQL 15 or newer instead of the embedded one', 'url'),
  DATABASE_CONNECTIONS: setting('16', 'maximum number of database connections of the process'),
  REDIS_URL: setting('', 'a Redis for wake-ups and rate limits', 'url'),
  ROLES: setting('api,worker', 'what this process does'),
  WIRES_PAUSED: setting('0', '1 pauses all wires of all workspaces'),
  MIGRATE: setting('on', 'off waits for the command migrate'),
  REGISTRATION: setting('invite', 'invite or open: who may register after the first user'),
  RATE_LIMIT: setting('on', 'off disables all rate limits'),
  TRUST_PROXY: setting('0', 'number or addresses of trusted proxies'),
  FILES_MAX_BYTES: setting('2 GiB', 'maximum size of one file'),
  FILES_QUOTA_BYTES: setting('', 'total size of the files of one workspace'),
  S3_BUCKET: setting('', 'bucket for files instead of DATA_DIR'),
  S3_ACCESS_KEY_ID: setting('', 'key id for the bucket'),
  S3_SECRET_ACCESS_KEY: setting('', 'secret key for the bucket', 'all'),
  S3_ENDPOINT: setting('', 'address of the service of the bucket', 'url'),
  S3_REGION: setting('us-east-1', 'region of the bucket'),
  IMPORT_MAX_BYTES: setting('1 GiB', 'maximum size of a file to import'),
  ARCHIVE_MAX_BYTES: setting('16 GiB', 'maximum size of a workspace archive to import'),
  KEEP_EVENTS_DAYS: setting('30', 'days for which events are stored, or forever'),
  KEEP_HISTORY_DAYS: setting('forever', 'days for which the history of records is stored'),
  KEEP_AUDIT_DAYS: setting('365', 'days for which the audit log is stored'),
  KEEP_RETIRED_DAYS: setting('90', 'days for which values of fields are stored that a module removed'),
  KEEP_RUNS_DAYS: setting('30', 'days for which finished jobs and wire runs are stored'),
  MODULES: setting('', 'additional modules: packages, paths or archives, separated by commas'),
  MODULES_OFF: setting('', 'names of modules to start without, separated by commas'),
  MODULES_ON_FAULT: setting('stop', 'skip starts without additional modules that have faults'),
  SMTP_URL: setting('', 'mail server', 'url'),
  MAIL_FROM: setting('cubit at the host of PUBLIC_URL', 'sender of every email'),
  SERVICE_WEBHOOK_ALLOW_INTERNAL: setting('0', '1 allows channels and modules to send requests to private addresses'),
  WEB: setting('on', 'off serves the API alone'),
  METRICS: setting('off', 'on serves Prometheus metrics at /metrics'),
  LOG_LEVEL: setting('info', 'debug, info, warn or error'),
} as const satisfies Readonly<Record<string, SettingEntry>>;

export type SettingName = keyof typeof SETTINGS;

/** The entries as pairs, so that each has the members of `SettingEntry`. */
export const SETTING_ENTRIES: readonly (readonly [name: SettingName, entry: SettingEntry])[] = Object.entries(
  SETTINGS,
) as [SettingName, SettingEntry][];
