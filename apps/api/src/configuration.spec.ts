import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfiguration, type Environment } from './configuration.js';

const read = (environment: Environment) => readConfiguration(environment, '/srv/cubit');

describe('the configuration', () => {
  it('listens on port 3000 of this machine only, with its data in ./data, by default', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/srv/cubit/data',
      databaseUrl: null,
      databaseConnections: 16,
      redisUrl: null,
      roles: ['api', 'worker'],
      web: true,
      tls: undefined,
      wiresPaused: false,
      migrate: true,
      publicUrl: null,
      registration: 'invite',
      rateLimit: 'on',
      modules: [],
      modulesOff: [],
      modulesOnFault: 'stop',
      trustedProxies: 0,
      metrics: false,
      files: { maxBytes: 2_147_483_648, quotaBytes: null, s3: null },
      smtpUrl: null,
      mailFrom: null,
      allowInternalWebhooks: false,
      importMaxBytes: 1_073_741_824,
      archiveMaxBytes: 17_179_869_184,
      retention: { eventDays: 30, historyDays: null, auditDays: 365, retiredDays: 90, runDays: 30 },
      production: false,
      logLevel: 'info',
      warnings: [],
    });
  });

  it('reads each setting from its variable', () => {
    const configuration = read({
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: 'here',
      DATABASE_URL: 'postgres://cubit:secret@db:5432/cubit?sslmode=require',
      DATABASE_CONNECTIONS: '8',
      REDIS_URL: 'redis://queue:6379/2',
      ROLES: 'worker',
      WIRES_PAUSED: '1',
      MIGRATE: 'off',
      PUBLIC_URL: 'https://cubit.example.org/',
      REGISTRATION: 'open',
      RATE_LIMIT: 'off',
      MODULES: '@acme/lasers, ./my-module,',
      MODULES_OFF: 'lasers',
      MODULES_ON_FAULT: 'skip',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      METRICS: 'on',
      FILES_MAX_BYTES: '500 MiB',
      FILES_QUOTA_BYTES: '20000000000',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'cubit',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtps://cubit:secret@mail.example.org:465',
      MAIL_FROM: 'Workshop <cubit@example.org>',
      SERVICE_WEBHOOK_ALLOW_INTERNAL: '1',
      IMPORT_MAX_BYTES: '100 MiB',
      ARCHIVE_MAX_BYTES: '2 GiB',
      KEEP_EVENTS_DAYS: 'forever',
      KEEP_HISTORY_DAYS: '1000',
      KEEP_AUDIT_DAYS: '90',
      KEEP_RETIRED_DAYS: 'forever',
      KEEP_RUNS_DAYS: '7',
      LOG_LEVEL: 'debug',
    });

    expect(configuration).toEqual({
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/srv/cubit/here',
      databaseUrl: 'postgres://cubit:secret@db:5432/cubit?sslmode=require',
      databaseConnections: 8,
      redisUrl: 'redis://queue:6379/2',
      roles: ['worker'],
      web: true,
      tls: undefined,
      wiresPaused: true,
      migrate: false,
      publicUrl: 'https://cubit.example.org',
      registration: 'open',
      rateLimit: 'off',
      modules: ['@acme/lasers', './my-module'],
      modulesOff: ['lasers'],
      modulesOnFault: 'skip',
      trustedProxies: ['10.0.0.0/8', '::1'],
      metrics: true,
      files: {
        maxBytes: 524_288_000,
        quotaBytes: 20_000_000_000,
        s3: {
          endpoint: 'https://s3.example.org/',
          bucket: 'cubit',
          region: 'eu-central-1',
          accessKeyId: 'id',
          secretAccessKey: 'secret',
        },
      },
      smtpUrl: 'smtps://cubit:secret@mail.example.org:465',
      mailFrom: 'Workshop <cubit@example.org>',
      allowInternalWebhooks: true,
      importMaxBytes: 104_857_600,
      archiveMaxBytes: 2_147_483_648,
      retention: { eventDays: null, historyDays: 1_000, auditDays: 90, retiredDays: null, runDays: 7 },
      production: false,
      logLevel: 'debug',
      warnings: [],
    });
  });

  it('allows a process with some of the roles only if others use the same database', () => {
    const given = { DATABASE_URL: 'postgres://db/cubit' };
    expect(read({ ...given, ROLES: 'api' }).roles).toEqual(['api']);
    expect(read({ ROLES: 'worker,api' }).roles).toEqual(['worker', 'api']);
    expect(() => read({ ROLES: 'api' })).toThrow(/ROLES names a part of the work.*set DATABASE_URL/);
    expect(() => read({ ...given, ROLES: 'api,cook' })).toThrow(/ROLES must be of api, worker, not 'api,cook'/);
  });

  it('accepts the number of proxies', () => {
    expect(read({ TRUST_PROXY: '1' }).trustedProxies).toBe(1);
  });

  it('allows internal addresses outside production only', () => {
    const environment = { SERVICE_WEBHOOK_ALLOW_INTERNAL: '1', NODE_ENV: 'production' };
    expect(read(environment)).toMatchObject({
      allowInternalWebhooks: false,
      warnings: ['SERVICE_WEBHOOK_ALLOW_INTERNAL has no effect where NODE_ENV is production.'],
    });
    expect(read({ ...environment, NODE_ENV: 'development' }).allowInternalWebhooks).toBe(true);
  });

  it('warns where other devices can reach the service and its links lead to localhost', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.7', 'cubit.lan']) {
      expect(read({ HOST }).warnings).toEqual([expect.stringMatching(`PUBLIC_URL is not set, but HOST is ${HOST}:`)]);
      expect(read({ HOST, PUBLIC_URL: 'http://cubit.lan:3000' }).warnings).toEqual([]);
    }
    for (const HOST of ['', '127.0.0.1', '127.0.1.1', '::1', 'localhost']) expect(read({ HOST }).warnings).toEqual([]);
  });

  it('reads a secret from a file, and refuses a file that is missing or given beside the value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cubit-secrets-'));
    const file = join(folder, 'database');
    writeFileSync(file, 'postgres://cubit:secret@db/cubit\n');
    expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://cubit:secret@db/cubit');
    expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x/y' })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE are both set: set one of them.',
    );
    rmSync(folder, { recursive: true });
    expect(() => read({ SMTP_URL_FILE: file })).toThrow('SMTP_URL_FILE cannot be read: Error: ENOENT');
  });

  it('treats an empty variable as not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toEqual(read({}));
  });

  it.each([
    ['PORT', '70000', 'PORT must be a port from 0 (any free one) to 65535'],
    ['PORT', '80a', "not '80a'"],
    ['PUBLIC_URL', 'https://example.org/cubit', 'PUBLIC_URL must be an address without a path'],
    ['PUBLIC_URL', 'ftp://example.org', 'http:// or https://'],
    [
      'DATABASE_URL',
      'mysql://localhost/cubit',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    ['REGISTRATION', 'closed', "REGISTRATION must be invite or open, not 'closed'"],
    ['RATE_LIMIT', 'none', 'RATE_LIMIT must be on or off'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a number of proxies, or their addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be'],
    ['SMTP_URL', 'mail.example.org:25', 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
    [
      'SMTP_URL',
      'smtps://mail.example.org?tls=off',
      'SMTP_URL must be an smtp:// URL, whose only parameter is tls=off',
    ],
    [
      'SMTP_URL',
      'smtp://mail.example.org?tls=none',
      'SMTP_URL must be an smtp:// URL, whose only parameter is tls=off',
    ],
    ['SERVICE_WEBHOOK_ALLOW_INTERNAL', 'yes', 'SERVICE_WEBHOOK_ALLOW_INTERNAL must be 0 or 1'],
    ['DATABASE_CONNECTIONS', '3', 'DATABASE_CONNECTIONS must be a whole number from 4 on'],
    ['METRICS', 'yes', 'METRICS must be on or off'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be debug or info or warn or error'],
    ['CUBIT_PORT', '80', 'CUBIT_PORT is not a setting; settings have no prefix (PORT)'],
    ['MODULE', './x', 'MODULE is not a setting. Did you mean MODULES?'],
    ['DATABASE_URI', 'postgres://db/x', 'DATABASE_URI is not a setting. Did you mean DATABASE_URL?'],
    ['DATADIR', 'x', 'Did you mean DATA_DIR?'],
    ['RATE_LIMITS', 'off', 'Did you mean RATE_LIMIT?'],
    ['PUBILC_URL', 'https://example.org', 'Did you mean PUBLIC_URL?'],
  ])('refuses %s=%s and names it', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(message);
  });

  it.each(['router', '*', 'router:*', 'express:*, router:layer', '*,-router'])(
    'refuses DEBUG=%s in production, which prints the tokens of webhooks, and accepts it elsewhere',
    (DEBUG) => {
      expect(() => read({ DEBUG, NODE_ENV: 'production' })).toThrow('DEBUG must not trace routers');
      expect(read({ DEBUG })).toEqual(read({}));
    },
  );

  it.each(['express:*', 'pg', '*,-router,-router:*', 'routers', ''])('accepts DEBUG=%s in production', (DEBUG) => {
    expect(read({ DEBUG, NODE_ENV: 'production' })).toEqual(read({ NODE_ENV: 'production' }));
  });

  it('lets variables of other programs and of the command line pass', () => {
    const others = { HOSTNAME: 'x', POST: 'x', WEBS: 'x', EXPORT: 'x', CUBIT_URL: 'x', CUBIT_TOKEN: 'x' };
    expect(read(others)).toEqual(read({}));
  });

  it('reports every fault at once', () => {
    expect(() => read({ PORT: 'x', REGISTRATION: 'y', CUBIT_Z: '1' })).toThrow(/CUBIT_Z[^]*PORT[^]*REGISTRATION/);
  });

  it('never prints a database URL, which may contain a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(/^((?!hunter2)[^])*$/);
  });
});
