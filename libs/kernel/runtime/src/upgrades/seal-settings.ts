import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import { type Registry, secretSettings } from '@cubit/core/host';
import type { ModuleSecrets } from '@cubit/records';

interface PlainSetting {
  readonly workspace_id: string;
  readonly text: string | null;
}

/** Encrypts settings that an earlier version of their module declared as texts. */
export async function sealSettings(
  { db }: Pick<Database, 'db'>,
  registry: Registry,
  secrets: ModuleSecrets,
): Promise<void> {
  for (const { name: module, definition } of registry.modules.values())
    for (const name of secretSettings(definition)) {
      const { rows } = await sql<PlainSetting>`select workspace_id, settings ->> ${name} as text
        from workspace_module where module = ${module} and settings ? ${name}`.execute(db);
      for (const { workspace_id: workspaceId, text } of rows) {
        const sealed =
          text === null || text === '' ? {} : { [name]: secrets.seal(text, { workspaceId, module, name }) };
        await sql`update workspace_module set settings = settings - ${name}, secrets = ${JSON.stringify(sealed)}::jsonb || secrets
          where workspace_id = ${workspaceId} and module = ${module} and settings ? ${name}`.execute(db);
      }
    }
}
