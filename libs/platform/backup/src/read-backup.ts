import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { readTar, type TarEntry } from '@cubit/transfer';
import { BackupError } from './backup-error.js';
import { type BackupManifest, type BackupSums, FORMAT, FORMAT_VERSION, MANIFEST } from './format.js';

export interface OpenBackup {
  readonly manifest: BackupManifest;
  /** The rest, in order. The bytes of each are read before the next is requested. */
  readonly entries: AsyncIterable<TarEntry>;
}

/** Opens a backup, hands it to `work`, and closes it. Throws a `BackupError` if it is none, or is damaged. */
export async function withBackup<Result>(path: string, work: (backup: OpenBackup) => Promise<Result>): Promise<Result> {
  const input = createReadStream(path);
  const unpacked = createZstdDecompress();
  const piped = pipeline(input, unpacked);
  // The reader of `unpacked` gets the error, too.
  piped.catch(() => {});
  const entries = readTar(unpacked as AsyncIterable<Uint8Array>);
  try {
    const { value: first, done } = await entries.next();
    if (done === true || first.path !== MANIFEST) throw new BackupError(`'${path}' is no backup of Cubit.`);
    return await work({ manifest: manifestOf(path, await textOf(first)), entries });
  } catch (error) {
    throw explained(path, error);
  } finally {
    await entries.return(undefined);
    input.destroy();
    unpacked.destroy();
  }
}

/** The errors of a file that is absent, or that is not what it should be. */
function explained(path: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupError(`'${path}' does not exist.`);
  // Of the decompression, and of `readTar`.
  const isDamaged = /^(?:ZSTD|Z)_/.test(code) || ['validation_failed', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);
  return isDamaged ? new BackupError(`'${path}' is no backup of Cubit, or it is damaged: ${message}`) : error;
}

function manifestOf(path: string, text: string): BackupManifest {
  const manifest = JSON.parse(text) as Partial<BackupManifest>;
  if (manifest.format !== FORMAT) throw new BackupError(`'${path}' is no backup of Cubit.`);
  if (manifest.version !== FORMAT_VERSION)
    throw new BackupError(
      `'${path}' has the format ${String(manifest.version)} of Cubit ${String(manifest.product)}; this program reads ${FORMAT_VERSION}.`,
    );
  return manifest as BackupManifest;
}

export async function textOf({ bytes }: TarEntry): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of Readable.from(bytes)) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}

export async function sumsOf(entry: TarEntry): Promise<BackupSums> {
  return JSON.parse(await textOf(entry)) as BackupSums;
}
