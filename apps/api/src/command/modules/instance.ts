import type { Logger } from '@cubit/core/host';
import type { Database } from '@cubit/database';
import { hasInstalledModules } from '@cubit/modules';
import type { Configuration } from '../../configuration.js';
import { openDatabaseBeside } from '../../open-database.js';
import { createLog, updateDatabase } from '../../start.js';

/** What commands about modules work on: the database of the instance, whether the program runs or not. */
export interface Instance {
  readonly configuration: Configuration;
  readonly database: Database;
  /** No other process can use the database. */
  readonly isAlone: boolean;
  readonly log: Logger;
  /** False: no program of this version has updated the database yet. */
  readonly isPrepared: boolean;
}

export async function withInstance<Result>(
  configuration: Configuration,
  work: (instance: Instance) => Promise<Result>,
): Promise<Result> {
  // Standard output is for the result.
  const log = createLog({ level: 'warn', to: process.stderr });
  const { database, isAlone, close } = await openDatabaseBeside(configuration, log);
  try {
    const isPrepared = await hasInstalledModules(database.db);
    return await work({ configuration, database, isAlone, log, isPrepared });
  } finally {
    await close();
  }
}

/** An instance whose tables are there: a database that no program has updated yet is updated first. */
export async function withPreparedInstance<Result>(
  configuration: Configuration,
  work: (instance: Instance) => Promise<Result>,
): Promise<Result> {
  return withInstance(configuration, async (instance) => {
    if (!instance.isPrepared) {
      const { database, isAlone, log } = instance;
      await updateDatabase(configuration, { database, isAlone, log });
    }
    return work({ ...instance, isPrepared: true });
  });
}
