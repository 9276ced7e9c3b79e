import { resolve } from 'node:path';
import { audit } from '@cubit/access';
import { writeBackup } from '@cubit/backup';
import { SYSTEM_ACTOR } from '@cubit/core/host';
import type { Database } from '@cubit/database';
import type { Configuration } from '../../configuration.js';
import { fileSettings } from '../../file-settings.js';
import { openDatabaseBeside } from '../../open-database.js';
import { programVersion } from '../../program-version.js';
import { createLog } from '../../start.js';
import { operator } from '../operator.js';
import type { GivenOptions } from '../parse-arguments.js';
import { stepPrinter } from './step-printer.js';
import { countsOf } from './counts-of.js';

interface Given {
  readonly file: string;
  readonly options: GivenOptions;
}

/** Writes the instance to a file, whether the program runs or not. Returns the exit code. */
export async function runBackup(configuration: Configuration, { file, options }: Given): Promise<number> {
  // Standard output is for the result.
  const log = createLog({ level: 'warn', to: process.stderr });
  const { database, close } = await openDatabaseBeside(configuration, log);
  try {
    const { store } = fileSettings(configuration.files, { dataDir: configuration.dataDir, log });
    const written = await writeBackup(resolve(file), {
      connection: database.connection,
      contents: store,
      product: programVersion(),
      at: new Date(),
      onStep: stepPrinter(),
    });
    await recordBackup(database, written.bytes).catch((error: unknown) =>
      log.warn({ err: error }, 'the audit log could not be given an entry of this backup'),
    );
    const counts = countsOf(written);
    for (const name of counts.missing)
      log.warn({ content: name }, 'the content of a file was lost or damaged before, so the backup does not have it');
    process.stdout.write(
      options.has('json')
        ? `${JSON.stringify({ file, bytes: written.bytes, ...counts })}\n`
        : `${file}: ${counts.tables} tables with ${counts.rows} rows, ${counts.files} files, ${written.bytes} bytes. Keep it like a password: it contains all secrets.\n`,
    );
    return 0;
  } finally {
    await close();
  }
}

/** For the audit log, and for `doctor`, which looks for the newest entry. A standby, for instance, refuses it. */
async function recordBackup(database: Database, bytes: number): Promise<void> {
  const target = { bytes, by: operator() };
  await database.transaction((tx) =>
    audit(tx, { workspaceId: null, actor: SYSTEM_ACTOR, action: 'backup.written', target, address: null }),
  );
}
