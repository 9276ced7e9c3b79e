import { isCubitError, type KindHookContext, type RecordDraft, sha256Hex } from '@cubit/core';
import { differs } from '../changed.js';
import { formatOf } from './file-format.js';
import type { FileFormat, PrintFileKind } from './file.fields.js';
import { imageTypeOf, type PrintMetadata } from './print-metadata.js';
import { read3mf } from './read-3mf.js';
import { readGcode } from './read-gcode.js';

type Draft = RecordDraft<PrintFileKind>;

/** Larger files are stored and printed, but their metadata is not read. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const READERS: Partial<Record<FileFormat, (content: Uint8Array) => PrintMetadata>> = {
  gcode: readGcode,
  '3mf': read3mf,
};

/** Fills fields that are not entered from the file name and from the metadata in the file. */
export async function describeFiles(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    if (draft.operation === 'delete') continue;
    if (draft.fields.format === undefined) draft.fields = { ...draft.fields, format: formatOf(draft.fields.name) };
    if (draft.operation !== 'restore' && differs(draft.before?.fields, draft.fields, ['file']))
      await readMetadata(context, draft);
  }
}

async function readMetadata({ files, log }: KindHookContext, draft: Draft): Promise<void> {
  const { file, format } = draft.fields;
  const revision = draft.before ? draft.before.fields.revision + 1 : 1;
  const { sha256: _, ...fields } = draft.fields;
  draft.fields = { ...fields, revision };
  if (file === undefined) return;
  const content = await contentOf(files, file, log);
  if (content === null) return;
  const { thumbnail, ...metadata } = READERS[format ?? 'other']?.(content) ?? {};
  const type = thumbnail && imageTypeOf(thumbnail);
  const image =
    thumbnail && type
      ? {
          thumbnail: (await files.create({ name: `thumbnail.${type.slice(6)}`, mediaType: type, content: thumbnail }))
            .id,
        }
      : {};
  draft.fields = { ...withMetadata(draft, { ...metadata, ...image }), sha256: sha256Hex(content) };
}

/** Entered values stay. Values read from the previous file are replaced. */
function withMetadata({ before, fields }: Draft, metadata: object): Draft['fields'] {
  const entries = Object.entries(metadata).filter(([name]) => {
    const key = name as keyof typeof fields;
    return (
      fields[key] === undefined ||
      (before !== null && JSON.stringify(before.fields[key]) === JSON.stringify(fields[key]))
    );
  });
  return { ...fields, ...Object.fromEntries(entries) };
}

async function contentOf(
  files: KindHookContext['files'],
  id: string,
  log: KindHookContext['log'],
): Promise<Uint8Array | null> {
  try {
    return (await files.read(id, { maxBytes: MAX_READ_BYTES })).content;
  } catch (error) {
    // A missing file is refused when references are checked. A file that is too large to read can still be printed.
    if (!isCubitError(error) || (error.code !== 'payload_too_large' && error.code !== 'not_found')) throw error;
    log.info({ file: id, code: error.code }, 'file metadata was not read');
    return null;
  }
}
