import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKernel, type OnStep, type StartStep } from '@cubit/runtime';
import type { KernelSettings, SetupToken } from '@cubit/access';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { refuseUnfinishedRestore } from '@cubit/backup';
import { isApiPath, webFiles } from '@cubit/static';
import {
  answerWhileStarting,
  createCubit,
  createEarlyServer,
  type EarlyServer,
  type FallbackHandler,
  MemoryRateLimiter,
  type RateLimiter,
} from '@cubit/http';
import { createMailer } from '@cubit/notifications';
import type { Configuration } from './configuration.js';
import { createCapabilities } from './create-capabilities.js';
import { fileSettings, restrictFiles } from './file-settings.js';
import { explainListenFailure } from './explain-listen-failure.js';
import { openDatabase } from './open-database.js';
import { configuredModules, type ConfiguredModules, leaveInstance, runningModules } from './modules.js';
import { openSetupToken, removeSetupToken } from './setup-token.js';
import { programVersion } from './program-version.js';
import { readCertificate, renewOnSignal } from './tls.js';
import { openRateLimiter, type OpenRateLimiter } from './open-rate-limiter.js';

export { createLog } from '@cubit/http';

/** Grace period for running work after the stop signal. */
const GRACE_MS = 10_000;

export interface RunningProgram {
  /** Its address on this machine. */
  readonly address: string;
  /** Location of its data, for people. */
  readonly dataLocation: string;
  /** No user exists yet: the next one to register becomes the administrator. */
  readonly withoutUsers: boolean;
  /** What that one needs; null: nothing. */
  readonly setupToken: string | null;
  /** Folder of stored mails if no mail server is configured; null: mails are sent. */
  readonly mailFolder: string | null;
  /** Stops accepting requests, waits for running work, and closes the database. */
  stop(): Promise<void>;
}

/**
 * Assembles and starts the program. If a part fails, the parts before it are stopped. The port answers first, since upgrades of
 * the database may take long. `signal` ends waiting for other processes.
 */
export async function start(configuration: Configuration, log: Logger, signal: AbortSignal): Promise<RunningProgram> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const early = await listenEarly(configuration, log);
    // Its end comes first: `early.close` is the last of the endings from when requests are served.
    const closeEarly = () => early.server.close({ graceMs: 0 });
    endings.push(closeEarly);
    const pinned = await configuredModules(configuration);
    const { database, location, isAlone, close } = await openDatabase(configuration, log);
    endings.push(close);
    await refuseUnfinishedRestore(database);
    restrictFiles(configuration.dataDir, log);
    const process = randomUUID();
    // Until the kernel is started, which does it then.
    const leave = () => leaveInstance({ database, log, process });
    endings.push(leave);
    const modules = await runningModules(configuration, { database, isAlone, log, process, pinned });
    const { publicUrl, onStep } = early;
    const limits: { open: OpenRateLimiter | null } = { open: null };
    const local = new MemoryRateLimiter();
    const limiter = () => (configuration.rateLimit === 'off' ? null : (limits.open?.rateLimiter ?? local));
    const { options, web, folder } = kernelParts(configuration, { database, modules, log, publicUrl, limiter });
    const attempts = async () => {
      limits.open = await openRateLimiter(configuration, { database, log });
      if (limits.open) endings.push(limits.open.close);
      return limits.open?.attempts ?? null;
    };
    const kernel = await createKernel({ ...options, process, signal, onStep, attempts });
    const withoutUsers = await hasNoUsers(database);
    const { settings } = options;
    if (!withoutUsers) removeSetupToken(configuration.dataDir);
    else if (configuration.production && configuration.roles.includes('api'))
      settings.setupToken = openSetupToken(configuration.dataDir);
    const { roles, rateLimit, trustedProxies, metrics } = configuration;
    const cubit = await createCubit({
      kernel,
      log,
      ...(limits.open?.rateLimiter && { rateLimiter: limits.open.rateLimiter }),
      settings: { rateLimit, trustProxy: trustedProxies, metrics, api: roles.includes('api') },
    });
    endings.push(() => kernel.stop());
    await kernel.start();
    endings.splice(endings.indexOf(leave), 1);
    const http = early.server.serve(cubit, {
      ...(web && { fallback: web, isFallback: (path: string) => !isApiPath(path) }),
    });
    endings.splice(endings.indexOf(closeEarly), 1);
    endings.push(() => http.close({ graceMs: GRACE_MS }));
    return {
      address: early.address,
      dataLocation: location,
      withoutUsers,
      setupToken: settings.setupToken?.value ?? null,
      mailFolder: folder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Updates the database as a start does, and ends. For the command `migrate`. */
export async function migrateDatabase(configuration: Configuration, log: Logger): Promise<void> {
  const { database, isAlone, close } = await openDatabase(configuration, log);
  try {
    await updateDatabase(configuration, { database, isAlone, log });
    log.info({}, 'The database is up to date.');
  } finally {
    await close();
  }
}

interface UpdateOptions {
  readonly database: Database;
  /** No other process can use the database. */
  readonly isAlone: boolean;
  readonly log: Logger;
  /** Of staged modules, only this one becomes active. Default: all. */
  readonly only?: string;
  readonly onStep?: OnStep;
}

/** Updates an open database as a start does. */
export async function updateDatabase(
  configuration: Configuration,
  { onStep, ...options }: UpdateOptions,
): Promise<void> {
  const process = randomUUID();
  const { database, log } = options;
  await refuseUnfinishedRestore(database);
  try {
    const modules = await runningModules(configuration, { ...options, process });
    const { options: parts } = kernelParts({ ...configuration, migrate: true }, { database, modules, log });
    const kernel = await createKernel({ ...parts, process, background: false, ...(onStep && { onStep }) });
    await kernel.stop();
  } finally {
    await leaveInstance({ database, log, process });
  }
}

interface EarlyPort {
  readonly server: EarlyServer;
  readonly address: string;
  readonly publicUrl: string;
  readonly onStep: OnStep;
}

/** Opens the port. Requests are answered with what the start does. */
async function listenEarly(configuration: Configuration, log: Logger): Promise<EarlyPort> {
  const { tls, host } = configuration;
  let step: StartStep = { reason: 'opening the database' };
  const certificate = tls ? readCertificate(tls) : null;
  const server = createEarlyServer({ certificate, answer: answerWhileStarting(() => step) });
  const { port } = await server.listen({ port: configuration.port, host }).catch((error: unknown) => {
    throw explainListenFailure(error, configuration);
  });
  const endRenewal = tls ? renewOnSignal(server, tls, log) : () => {};
  const onStep = (next: StartStep) => void (step = next);
  const close: EarlyServer['close'] = (options) => {
    endRenewal();
    return server.close(options);
  };
  return {
    server: { ...server, close },
    address: localAddress(configuration, port, host),
    publicUrl: configuration.publicUrl ?? localAddress(configuration, port),
    onStep,
  };
}

interface InstanceSettings extends KernelSettings {
  /** Known only when the database is. */
  setupToken?: SetupToken;
}

interface PartsSource {
  readonly modules: ConfiguredModules;
  readonly database: Database;
  readonly log: Logger;
  /** Default: that of the configuration. */
  readonly publicUrl?: string;
  /** Counts the tool calls of agents. Default: they are not counted. */
  readonly limiter?: () => RateLimiter | null;
}

/** What the kernel is made of, as the configuration has it. */
export function kernelParts(configuration: Configuration, { database, modules, log, publicUrl, limiter }: PartsSource) {
  const web = openWeb(configuration, log);
  const settings: InstanceSettings = {
    ...settingsOf(configuration, web !== null),
    ...(publicUrl !== undefined && { publicUrl }),
  };
  const { redisUrl, roles, wiresPaused, allowInternalWebhooks, importMaxBytes, archiveMaxBytes, retention } =
    configuration;
  const { mailer, folder } = openMailer(configuration, settings.publicUrl);
  const capabilities = createCapabilities({
    connection: database.connection,
    log,
    files: fileSettings(configuration.files, { dataDir: configuration.dataDir, log }),
    redisUrl,
    roles,
    wiresPaused,
    mailer,
    allowInternalWebhooks,
    importMaxBytes,
    archiveMaxBytes,
    runDays: retention.runDays,
    historyDays: retention.historyDays,
    ...(limiter && { limiter }),
  });
  const migrations = configuration.migrate ? ('now' as const) : ('wait' as const);
  const background = roles.includes('worker');
  const options = {
    database,
    log,
    ...modules,
    settings,
    mailer,
    capabilities,
    retention,
    roles,
    migrations,
    background,
  };
  return { options, web, folder };
}

/** The mailer, and the folder that it writes to if no mail server is configured. */
function openMailer({ smtpUrl, mailFrom: from, dataDir }: Configuration, publicUrl: string) {
  const folder = join(dataDir, 'mail');
  return { mailer: createMailer({ smtpUrl, from, folder, publicUrl }), folder: smtpUrl === null ? folder : null };
}

/** The folder of the built web app, from the folder of the program. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

function openWeb(configuration: Configuration, log: Logger): FallbackHandler | null {
  const { web, roles, publicUrl, port } = configuration;
  if (!web || !roles.includes('api')) return null;
  const files = webFiles(WEB_FOLDER, { https: (publicUrl ?? localAddress(configuration, port)).startsWith('https:') });
  if (!files) log.warn({}, 'The web app is not built, so only the API is served. Run `npm run build`, or set WEB=off.');
  return files;
}

function settingsOf(configuration: Configuration, web: boolean) {
  const { publicUrl, port, registration } = configuration;
  return { publicUrl: publicUrl ?? localAddress(configuration, port), registration, version: programVersion(), web };
}

/** The address for a browser on this machine: `localhost` for loopback and wildcard addresses. */
function localAddress({ tls }: Configuration, port: number, host = 'localhost'): string {
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function hasNoUsers({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined;
}
