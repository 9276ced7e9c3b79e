import { type FieldValues, typeHolds } from '@cubit/core/host';
import { checkFiles, filesOf } from './file-references.js';
import type { AnyDraft } from './record-draft.js';
import { checkReferences, checkUsers } from './reference-check.js';
import { referencesOf, without } from '../read/references.js';
import type { KindWrite } from './kind-write.js';

/**
 * Checks that new references to records, files and members have targets. One statement per type of target, for any
 * number of records.
 */
export async function checkLinks(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  await checkRecords(write, drafts);
  await checkReferencedFiles(write, drafts);
  await checkMembers(write, drafts);
}

async function checkRecords(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  const { shape } = write;
  const references = drafts.flatMap((draft) => {
    const restoring = draft.operation === 'restore';
    const old = draft.before && !restoring ? referencesOf(shape, draft.before.fields as FieldValues) : [];
    const checked = without(referencesOf(shape, draft.fields as FieldValues), old).filter(
      ({ field }) => !restoring || field.onDelete !== 'keep',
    );
    return checked.map((reference) => ({ reference, path: draft.path(reference.field.name) }));
  });
  if (references.length > 0) await checkReferences(write, references);
}

async function checkReferencedFiles(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  const { shape } = write;
  if (shape.fileFields.length === 0) return;
  const references = drafts.flatMap((draft) => {
    const old = draft.before ? filesOf(shape, draft.before.fields as FieldValues) : [];
    return without(filesOf(shape, draft.fields as FieldValues), old).map((reference) => ({
      reference,
      path: draft.path(reference.field.name),
    }));
  });
  await checkFiles(write, references);
}

async function checkMembers(
  { tx, workspaceId, shape, actor, members }: KindWrite,
  drafts: readonly AnyDraft[],
): Promise<void> {
  const userFields = [...shape.fields.values()].filter(({ type }) => typeHolds(type, 'member'));
  if (userFields.length === 0) return;
  const users = drafts.flatMap((draft) =>
    userFields.flatMap(({ name }) => {
      const old = usersIn(draft.before ? (draft.before.fields as FieldValues)[name] : undefined);
      return (
        usersIn((draft.fields as FieldValues)[name])
          // The writer was found to be a member when the request or the run was authorised.
          .filter((userId) => !old.includes(userId) && userId !== actor.id && !members.has(userId))
          .map((userId) => ({ userId, path: draft.path(name) }))
      );
    }),
  );
  await checkUsers({ tx, workspaceId }, users);
  for (const { userId } of users) members.add(userId);
}

/** Of a field with one member, or several. */
function usersIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
