import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { kernelTables } from './0001-kernel.js';
import { numberSeriesTable } from './0002-number-series.js';
import { customFieldTables } from './0003-custom-fields.js';
import { retentionIndexes } from './0004-retention.js';
import { searchTables } from './0005-search.js';
import { searchWordTable } from './0006-search-words.js';
import { upgradeTable } from './0007-upgrades.js';
import { boundInvitations } from './0008-bound-invitations.js';
import { reverseHistory } from './0009-reverse-history.js';
import { insertOnlyEvents } from './0010-insert-only-events.js';
import { userSettings } from './0016-user-settings.js';
import { recordListeners } from './0019-record-listeners.js';
import { agentClients } from './0040-expand-agent-clients.js';
import { oauthTables } from './0044-expand-oauth.js';
import { moduleData } from './0046-module-data.js';
import { processTables } from './0050-expand-processes.js';
import { accountTables } from './0051-expand-accounts.js';
import { titleKeys } from './0052-expand-title-keys.js';
import { moduleSecrets } from './0053-expand-module-secrets.js';
import { displayTables } from './0054-expand-displays.js';
import { installedModules } from './0055-expand-installed-modules.js';

/** In order. A migration that was released is never edited; changes are new migrations. */
export const kernelMigrations: Readonly<Record<string, Migration>> = {
  '0001-kernel': { up: async (db) => void (await sql.raw(kernelTables).execute(db)) },
  '0002-number-series': { up: async (db) => void (await sql.raw(numberSeriesTable).execute(db)) },
  '0003-custom-fields': { up: async (db) => void (await sql.raw(customFieldTables).execute(db)) },
  '0004-retention': { up: async (db) => void (await sql.raw(retentionIndexes).execute(db)) },
  '0005-search': { up: async (db) => void (await sql.raw(searchTables).execute(db)) },
  '0006-search-words': { up: async (db) => void (await sql.raw(searchWordTable).execute(db)) },
  '0007-upgrades': { up: async (db) => void (await sql.raw(upgradeTable).execute(db)) },
  '0008-bound-invitations': { up: async (db) => void (await sql.raw(boundInvitations).execute(db)) },
  '0009-reverse-history': { up: async (db) => void (await sql.raw(reverseHistory).execute(db)) },
  '0010-insert-only-events': { up: async (db) => void (await sql.raw(insertOnlyEvents).execute(db)) },
  '0016-user-settings': { up: async (db) => void (await sql.raw(userSettings).execute(db)) },
  '0019-record-listeners': { up: async (db) => void (await sql.raw(recordListeners).execute(db)) },
  '0040-expand-agent-clients': { up: async (db) => void (await sql.raw(agentClients).execute(db)) },
  '0044-expand-oauth': { up: async (db) => void (await sql.raw(oauthTables).execute(db)) },
  '0046-module-data': { up: async (db) => void (await sql.raw(moduleData).execute(db)) },
  '0050-expand-processes': { up: async (db) => void (await sql.raw(processTables).execute(db)) },
  '0051-expand-accounts': { up: async (db) => void (await sql.raw(accountTables).execute(db)) },
  '0052-expand-title-keys': { up: async (db) => void (await sql.raw(titleKeys).execute(db)) },
  '0053-expand-module-secrets': { up: async (db) => void (await sql.raw(moduleSecrets).execute(db)) },
  '0054-expand-displays': { up: async (db) => void (await sql.raw(displayTables).execute(db)) },
  '0055-expand-installed-modules': { up: async (db) => void (await sql.raw(installedModules).execute(db)) },
};
