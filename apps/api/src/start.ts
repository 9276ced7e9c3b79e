import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Database, type Logger } from '@cubit/core';
import { createHttpServer } from '@cubit/http';
import { createMailer } from '@cubit/notifications';
import { BUILT_IN_MODULES } from './built-in-modules.js';
import type { Configuration } from './configuration.js';
import { createCapabilities } from './create-capabilities.js';
import { fileSettings } from './file-settings.js';
import { explainListenFailure } from './explain-listen-failure.js';
import { loadModules } from './load-modules.js';
import { openDatabase } from './open-database.js';
import { openRateLimiter } from './open-rate-limiter.js';

/** How long what runs may go on after the program was told to stop. */
const GRACE_MS = 10_000;

export interface RunningProgram {
  /** Where it answers, for whoever sits at this machine. */
  readonly address: string;
  /** Where its data is, for people. */
  readonly dataPlace: string;
  /** Nobody has registered: the next one to do so becomes the administrator. */
  readonly withoutUsers: boolean;
  /** Where mails are kept, as there is no server to send them; null: they are sent. */
  readonly mailFolder: string | null;
  /** Accepts nothing more, lets finish what runs, and ends the database. */
  stop(): Promise<void>;
}

/** Puts the program together and starts it. Where a part fails, those before it are ended. */
export async function start(configuration: Configuration, log: Logger): Promise<RunningProgram> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const modules = [...BUILT_IN_MODULES, ...(await loadModules(configuration.modules, process.cwd()))];
    const { database, place, close } = await openDatabase(configuration, log);
    endings.push(close);
    const settings = settingsOf(configuration);
    const { redisUrl, roles, wiresPaused, rateLimit, trustedProxies, metrics, host } = configuration;
    const { connection } = database;
    const { smtpUrl, mailFrom: from, allowInternalWebhooks } = configuration;
    const folder = join(configuration.dataDir, 'mail');
    const mailer = createMailer({ smtpUrl, from, folder, publicUrl: settings.publicUrl });
    const { importMaxBytes, archiveMaxBytes, retention } = configuration;
    const { factories, awaitEffects } = createCapabilities({
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
    const kernel = await createKernel({
      database,
      modules,
      settings,
      log,
      mailer,
      capabilities: factories,
      retention,
      background: roles.includes('worker'),
    });
    const shared = await openRateLimiter(configuration, { database, log });
    if (shared) endings.push(shared.close);
    const http = await createHttpServer({
      kernel,
      log,
      ...(shared && { rateLimiter: shared.rateLimiter }),
      settings: { rateLimit, trustProxy: trustedProxies, metrics, api: roles.includes('api') },
      awaitEffects,
    });
    endings.push(() => kernel.stop());
    endings.push(() => http.close({ graceMs: GRACE_MS }));
    const { port } = await http.listen({ port: configuration.port, host }).catch((error: unknown) => {
      throw explainListenFailure(error, configuration);
    });
    // Known only now where any free port was asked for; links are made later, from requests.
    if (configuration.port === 0) settings.publicUrl = localAddress(port);
    await kernel.start();
    return {
      address: localAddress(port, host),
      dataPlace: place,
      withoutUsers: await hasNoUsers(database),
      mailFolder: smtpUrl === null ? folder : null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settingsOf({ publicUrl, port, registration }: Configuration) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return { publicUrl: publicUrl ?? localAddress(port), registration, version: manifest.version };
}

/** `localhost` for what listens on it: also where everybody is listened to. */
function localAddress(port: number, host = 'localhost'): string {
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function hasNoUsers({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined;
}
