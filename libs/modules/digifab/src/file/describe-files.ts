import { isCubitError, sha256Hex, type KindHookContext, type RecordDraft } from '@cubit/core';
import { differs } from '../changed.js';
import { formatOf } from './file-format.js';
import type { FileFormat, PrintFileKind } from './file.fields.js';
import { imageTypeOf, type PrintMetadata } from './print-metadata.js';
import { read3mf } from './read-3mf.js';
import { readGcode } from './read-gcode.js';

type Draft = RecordDraft<PrintFileKind>;

/** Larger files are kept and printed, but not read. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const READERS: Partial<Record<FileFormat, (content: Uint8Array) => PrintMetadata>> = {
  gcode: readGcode,
  '3mf': read3mf,
};

/** What is not entered is told by the name, and by the file itself. */
export async function describeFiles(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    if (draft.operation === 'delete') continue;
    if (draft.fields.format === undefined) draft.fields = { ...draft.fields, format: formatOf(draft.fields.name) };
    if (draft.operation !== 'restore' && differs(draft.before?.fields, draft.fields, ['file']))
      await readInto(context, draft);
  }
}

async function readInto({ files, log }: KindHookContext, draft: Draft): Promise<void> {
  const { file, format } = draft.fields;
  const revision = draft.before ? draft.before.fields.revision + 1 : 1;
  const { sha256: _, ...fields } = draft.fields;
  draft.fields = { ...fields, revision };
  if (file === undefined) return;
  const content = await contentOf(files, file, log);
  if (content === null) return;
  const { thumbnail, ...said } = READERS[format ?? 'other']?.(content) ?? {};
  const type = thumbnail && imageTypeOf(thumbnail);
  const picture =
    thumbnail && type
      ? {
          thumbnail: (await files.create({ name: `thumbnail.${type.slice(6)}`, mediaType: type, content: thumbnail }))
            .id,
        }
      : {};
  draft.fields = { ...withSaid(draft, { ...said, ...picture }), sha256: sha256Hex(content) };
}

/** What was entered stays; what was read from the file before gives way to what is read now. */
function withSaid({ before, fields }: Draft, said: object): Draft['fields'] {
  const free = Object.entries(said).filter(([name]) => {
    const key = name as keyof typeof fields;
    return (
      fields[key] === undefined ||
      (before !== null && JSON.stringify(before.fields[key]) === JSON.stringify(fields[key]))
    );
  });
  return { ...fields, ...Object.fromEntries(free) };
}

async function contentOf(
  files: KindHookContext['files'],
  id: string,
  log: KindHookContext['log'],
): Promise<Uint8Array | null> {
  try {
    return (await files.read(id, { maxBytes: MAX_READ_BYTES })).content;
  } catch (error) {
    // One that is not there is refused where references are checked; one that is too large to be read can be printed all the same.
    if (!isCubitError(error) || (error.code !== 'payload_too_large' && error.code !== 'not_found')) throw error;
    log.info({ file: id, code: error.code }, 'a file was not read');
    return null;
  }
}
