import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { restoreBackup, type RestoredBackup, type RestoreTarget, verifyBackup } from '@cubit/backup';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { RATE_MIGRATIONS } from '@cubit/http';
import { migrationSets, type RestoreStep } from '@cubit/runtime';
import { BUILT_IN_MODULES } from '../../built-in-modules.js';
import type { Configuration } from '../../configuration.js';
import { fileSettings } from '../../file-settings.js';
import { openDatabase } from '../../open-database.js';
import { createLog, kernelParts } from '../../start.js';
import { ask } from '../ask.js';
import type { GivenOptions } from '../parse-arguments.js';
import { countsOf } from './counts-of.js';
import { stepPrinter } from './step-printer.js';

interface Given {
  readonly file: string;
  readonly options: GivenOptions;
}

const END_SESSIONS: RestoreStep = {
  statement: 'update session set ended_at = now() where ended_at is null',
  what: 'sessions ended',
};

/** Restores a backup into the configured database, which is empty, or into a temporary one to verify it. Returns the exit code. */
export async function runRestore(configuration: Configuration, given: Given): Promise<number> {
  const log = createLog({ level: 'warn', to: process.stderr });
  if (given.options.has('verify')) return verify(configuration, { ...given, log });
  const { database, location, close } = await openDatabase(configuration, log);
  try {
    if (!(await ask(`Restore '${given.file}' into ${location}?`, given.options.has('yes')))) {
      process.stdout.write('Nothing was changed.\n');
      return 1;
    }
    const { store, spoolFolder } = fileSettings(configuration.files, { dataDir: configuration.dataDir, log });
    const { sets, steps } = partsOf(configuration, { database, log });
    const restored = await restoreBackup(resolve(given.file), {
      database,
      sets,
      contents: store,
      spoolFolder,
      steps: given.options.has('keep-sessions') ? steps : [...steps, END_SESSIONS],
      onStep: stepPrinter(),
    });
    report(restored, { ...given, into: location });
    return 0;
  } finally {
    await close();
  }
}

interface Parts {
  readonly database: Database;
  readonly log: Logger;
}

/** Of the capabilities, the migrations and what changes after a restore. */
function partsOf(configuration: Configuration, { database, log }: Parts): Pick<RestoreTarget, 'sets' | 'steps'> {
  const packages = { names: new Set<string>(), onUnversioned: 'refuse' as const };
  const modules = { modules: BUILT_IN_MODULES, checked: new Set(BUILT_IN_MODULES), packages, modulesLeft: [] };
  const { options } = kernelParts({ ...configuration, web: false }, { database, modules, log });
  return {
    sets: [...migrationSets(options.capabilities), RATE_MIGRATIONS],
    steps: options.capabilities.flatMap(({ afterRestore = [] }) => afterRestore),
  };
}

/** Restores into an embedded database of its own, compares every table with the backup, and removes it. */
async function verify(
  configuration: Configuration,
  { log, ...given }: Given & { readonly log: Logger },
): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cubit-verify-'));
  try {
    const temporary = { ...configuration, dataDir, databaseUrl: null };
    const { database, close } = await openDatabase(temporary, log);
    try {
      const { sets } = partsOf(temporary, { database, log });
      const target = { database, sets, contents: null, spoolFolder: join(dataDir, 'spool'), steps: [] };
      const restored = await restoreBackup(resolve(given.file), { ...target, onStep: stepPrinter() });
      const differing = await verifyBackup(database.connection, restored);
      for (const name of differing) process.stderr.write(`Table '${name}' differs after the restore.\n`);
      report(restored, { ...given, into: 'a temporary database, and compared' });
      return differing.length > 0 ? 1 : 0;
    } finally {
      await close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(restored: RestoredBackup, { file, into, options }: Given & { readonly into: string }): void {
  const counts = countsOf(restored);
  const { product, createdAt, changed } = restored;
  if (options.has('json')) {
    process.stdout.write(`${JSON.stringify({ file, product, created_at: createdAt, ...counts, changed })}\n`);
    return;
  }
  const lines = [
    `${file}, written by Cubit ${product} at ${createdAt}, is restored into ${into}: ${counts.tables} tables with ${counts.rows} rows, ${counts.files} files.`,
    ...changed,
    ...counts.missing.map((name) => `The content ${name} was lost or damaged before the backup.`),
  ];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
