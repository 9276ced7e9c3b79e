import type { Database } from '@cubit/database';
import { readRecords, recordOf } from '@cubit/records';
import { findForeignIds } from '../keys/foreign-ids.js';
import { type BatchContext, DIGEST_ORIGIN } from './batch-context.js';
import type { FileFacts } from './file-facts.js';
import type { ImportInput } from './import-input.js';

interface Recognition {
  readonly db: Database['db'];
  readonly facts: FileFacts;
  readonly input: ImportInput;
}

/** Digits of a digest that name a file: enough to tell the files of one workspace apart. */
const SHOWN_DIGITS = 12;

/**
 * The values for all rows. If neither the request nor the file gives the value that identifies its record, it is that of the
 * record that the same rows made before, else a digest of them.
 */
export async function recognised(
  { node, workspace, kind }: BatchContext,
  { db, facts: { digest, isIdentified }, input }: Recognition,
): Promise<ImportInput['defaults']> {
  const target = node.importing.digest?.target;
  if (target === undefined || digest === null || input.defaults[target] !== undefined) return input.defaults;
  // A column for it may be empty in all rows.
  if (isIdentified ?? Object.values(input.mapping ?? {}).includes(target)) return input.defaults;
  const source = { db, workspaceId: workspace.id };
  const id = (await findForeignIds(source, kind, { origin: DIGEST_ORIGIN, ids: [digest] })).get(digest);
  const [row] = id === undefined ? [] : await readRecords(db, kind, { workspaceId: workspace.id, ids: [id] });
  const known = row && (recordOf(kind.id, row).fields as Readonly<Record<string, unknown>>)[target];
  return { ...input.defaults, [target]: typeof known === 'string' ? known : `lines-${digest.slice(0, SHOWN_DIGITS)}` };
}
