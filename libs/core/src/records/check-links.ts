import type { RecordDraft } from '../contract/kind.js';
import type { AnyKind } from '../contract/module.js';
import type { Transaction } from '../database/transaction.js';
import type { FilePort } from '../files/file-port.js';
import { checkFiles, filesOf } from '../files/file-references.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';
import type { HeldRecords } from './held-records.js';
import type { RecordShape } from './record-shape.js';
import { checkReferences, checkUsers } from './reference-check.js';
import { referencesOf, without } from './references.js';

type Fields = Readonly<Record<string, unknown>>;

interface LinkCheck {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  readonly workspaceId: string;
  readonly files: FilePort;
  readonly held: Pick<HeldRecords, 'get'>;
}

interface Links {
  readonly shape: RecordShape;
  readonly drafts: readonly RecordDraft<AnyKind>[];
}

/** Whatever a write newly leads to must be there: records, files, members. One statement for each sort, however many records. */
export async function checkLinks(check: LinkCheck, links: Links): Promise<void> {
  await checkRecords(check, links);
  await checkHeldFiles(check, links);
  await checkMembers(check, links);
}

async function checkRecords(
  { tx, registry, schema, workspaceId, held }: LinkCheck,
  { shape, drafts }: Links,
): Promise<void> {
  const wanted = drafts.flatMap((draft) => {
    const restoring = draft.operation === 'restore';
    const old = draft.before && !restoring ? referencesOf(shape, draft.before.fields as Fields) : [];
    const checked = without(referencesOf(shape, draft.fields as Fields), old).filter(
      ({ field }) => !restoring || field.onDelete !== 'keep',
    );
    return checked.map((reference) => ({ reference, path: draft.path(reference.field.name) }));
  });
  if (wanted.length > 0) await checkReferences({ db: tx.db, registry, schema, workspaceId, held }, wanted);
}

async function checkHeldFiles(check: LinkCheck, { shape, drafts }: Links): Promise<void> {
  if (shape.fileFields.length === 0) return;
  const wanted = drafts.flatMap((draft) => {
    const old = draft.before ? filesOf(shape, draft.before.fields as Fields) : [];
    return without(filesOf(shape, draft.fields as Fields), old).map((reference) => ({
      reference,
      path: draft.path(reference.field.name),
    }));
  });
  await checkFiles(check, wanted);
}

async function checkMembers({ tx, workspaceId }: LinkCheck, { shape, drafts }: Links): Promise<void> {
  const userFields = [...shape.fields.values()].filter(({ type }) => type === 'user' || type === 'users');
  if (userFields.length === 0) return;
  const users = drafts.flatMap((draft) =>
    userFields.flatMap(({ name }) => {
      const known = usersIn(draft.before ? (draft.before.fields as Fields)[name] : undefined);
      return usersIn((draft.fields as Fields)[name])
        .filter((userId) => !known.includes(userId))
        .map((userId) => ({ userId, path: draft.path(name) }));
    }),
  );
  await checkUsers({ db: tx.db, workspaceId }, users);
}

/** Of a field that holds one member, or several. */
function usersIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
