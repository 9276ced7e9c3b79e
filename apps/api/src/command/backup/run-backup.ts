import { resolve } from 'node:path';
import { writeBackup } from '@cubit/backup';
import type { Configuration } from '../../configuration.js';
import { fileSettings } from '../../file-settings.js';
import { openDatabaseBeside } from '../../open-database.js';
import { programVersion } from '../../program-version.js';
import { createLog } from '../../start.js';
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
