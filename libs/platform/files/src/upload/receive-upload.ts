import { createHash } from 'node:crypto';
import { fail, validationFailed } from '@cubit/core';
import { type ReceivedBody, unstorableText } from '@cubit/core/host';
import { nameFaults } from './file-name.js';
import { readForm } from './read-form.js';
import type { Spool, Spooled } from './spool.js';

/** A received form with a file. */
export interface Upload {
  readonly name: string;
  readonly content: Spooled;
  /** The part `attached_to`; null if absent. */
  readonly attachedTo: unknown;
}

interface ReceiveOptions {
  readonly contentType: string;
  readonly spool: Spool;
  readonly maxBytes: number;
}

/** Receives `multipart/form-data` with one part `file`, which is streamed to the spool. A refused form leaves nothing behind. */
export async function receiveUpload(
  stream: AsyncIterable<Uint8Array>,
  { contentType, spool, maxBytes }: ReceiveOptions,
): Promise<ReceivedBody> {
  const take = (content: AsyncIterable<Uint8Array>) => spool.take(content, (size) => checkSize(size, maxBytes));
  const { fields, file, faults } = await readForm(stream, { contentType, fields: ['attached_to'], take });
  const attachedTo = parseJson(fields.get('attached_to'));
  const missing = { path: '/file', code: 'required', message: 'The form has no file in a part named `file`.' };
  const wrong = [
    ...faults,
    ...(file ? nameFaults(file.name, '/file') : faults.some(({ path }) => path === '/file') ? [] : [missing]),
    ...(attachedTo === undefined
      ? [{ path: '/attached_to', code: 'type', message: '`attached_to` must be JSON.' }]
      : unstorableText(attachedTo, '/attached_to')),
  ];
  if (wrong.length > 0 || !file) {
    await file?.content.release();
    throw validationFailed(wrong);
  }
  const upload: Upload = { ...file, attachedTo };
  const digest = createHash('sha256')
    .update(JSON.stringify([file.name, file.content.sha256, attachedTo]))
    .digest();
  return { value: upload, digest, release: () => file.content.release() };
}

export function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw fail('payload_too_large', `A file must not exceed ${maxBytes} bytes.`);
}

/** Undefined if the text is not JSON. */
function parseJson(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
