import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKernel } from '@cubit/runtime';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { type FileHandler, isApiPath, webFiles } from '@cubit/static';
import { serveCubit } from '@cubit/http';
import { createMailer } from '@cubit/notifications';
import { assemble } from './assemble.js';
import { BUILT_IN_MODULES } from './built-in-modules.js';
import type { Configuration } from './configuration.js';
import { createCapabilities } from './create-capabilities.js';
import { fileSettings } from './file-settings.js';
import { explainListenFailure } from './explain-listen-failure.js';
import { loadModules } from './load-modules.js';
import { openDatabase } from './open-database.js';
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
  /** Folder of stored mails if no mail server is configured; null: mails are sent. */
  readonly mailFolder: string | null;
  /** Stops accepting requests, waits for running work, and closes the database. */
  stop(): Promise<void>;
}

/** Assembles and starts the program. If a part fails, the parts before it are stopped. */
export async function start(configuration: Configuration, log: Logger): Promise<RunningProgram> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const { tls } = configuration;
    const certificate = tls ? readCertificate(tls) : null;
    const modules = [...BUILT_IN_MODULES, ...(await loadModules(configuration.modules, process.cwd()))];
    const { database, location, close } = await openDatabase(configuration, log);
    endings.push(close);
    const web = openWeb(configuration, log);
    const settings = settingsOf(configuration, web !== null);
    const { redisUrl, roles, wiresPaused, rateLimit, trustedProxies, metrics, host } = configuration;
    const { connection } = database;
    const { allowInternalWebhooks, importMaxBytes, archiveMaxBytes, retention } = configuration;
    const { mailer, folder } = openMailer(configuration, settings.publicUrl);
    const capabilities = createCapabilities({
      connection,
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
    });
    const limits: { open: OpenRateLimiter | null } = { open: null };
    const kernel = await createKernel({
      database,
      modules,
      settings,
      log,
      mailer,
      capabilities,
      retention,
      background: roles.includes('worker'),
      attempts: async () => {
        limits.open = await openRateLimiter(configuration, { database, log });
        if (limits.open) endings.push(limits.open.close);
        return limits.open?.attempts ?? null;
      },
    });
    const cubit = await assemble({
      kernel,
      log,
      ...(limits.open?.rateLimiter && { rateLimiter: limits.open.rateLimiter }),
      settings: { rateLimit, trustProxy: trustedProxies, metrics, api: roles.includes('api') },
    });
    const http = serveCubit(cubit, {
      certificate,
      ...(web && { fallback: web, isFallback: (url: string) => !isApiPath(url) }),
    });
    endings.push(() => kernel.stop());
    endings.push(() => http.close({ graceMs: GRACE_MS }));
    if (tls) {
      const end = renewOnSignal(http, tls, log);
      endings.push(() => Promise.resolve(end()));
    }
    const { port } = await http.listen({ port: configuration.port, host }).catch((error: unknown) => {
      throw explainListenFailure(error, configuration);
    });
    // With port 0 the address is known only now. Requests, which create links, come later.
    if (configuration.port === 0) settings.publicUrl = localAddress(configuration, port);
    await kernel.start();
    return {
      address: localAddress(configuration, port, host),
      dataLocation: location,
      withoutUsers: await hasNoUsers(database),
      mailFolder: folder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The mailer, and the folder that it writes to if no mail server is configured. */
function openMailer({ smtpUrl, mailFrom: from, dataDir }: Configuration, publicUrl: string) {
  const folder = join(dataDir, 'mail');
  return { mailer: createMailer({ smtpUrl, from, folder, publicUrl }), folder: smtpUrl === null ? folder : null };
}

/** The folder of the built web app, from the folder of the program. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

function openWeb(configuration: Configuration, log: Logger): FileHandler | null {
  const { web, roles, publicUrl, port } = configuration;
  if (!web || !roles.includes('api')) return null;
  const files = webFiles(WEB_FOLDER, { https: (publicUrl ?? localAddress(configuration, port)).startsWith('https:') });
  if (!files) log.warn({}, 'The web app is not built, so only the API is served. Run `npm run build`, or set WEB=off.');
  return files;
}

function settingsOf(configuration: Configuration, web: boolean) {
  const { publicUrl, port, registration } = configuration;
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return { publicUrl: publicUrl ?? localAddress(configuration, port), registration, version: manifest.version, web };
}

/** The address for a browser on this machine: `localhost` for loopback and wildcard addresses. */
function localAddress({ tls }: Configuration, port: number, host = 'localhost'): string {
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function hasNoUsers({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined;
}
