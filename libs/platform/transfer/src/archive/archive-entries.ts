import { badArchive, codeOf } from './archive-fault.js';
import { readTar, type TarEntry } from './tar.js';
import { gunzip } from './zip-stream.js';

/** The files of an archive, unpacked as they are read. Fails above `maxBytes` of unpacked data. */
export function archiveEntries(
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<TarEntry> {
  return readTar(unpacked(source, maxBytes));
}

async function* unpacked(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of gunzip(source)) {
      size += chunk.length;
      if (size > maxBytes)
        throw badArchive('', 'format', `It exceeds ${maxBytes} bytes when unpacked (ARCHIVE_MAX_BYTES).`);
      yield chunk;
    }
  } catch (error) {
    throw asZipFault(error);
  }
}

function asZipFault(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return badArchive('', 'format', 'Its end is missing.');
  if (code?.startsWith('Z_') === true) return badArchive('', 'format', 'It is not a gzip file, or it is damaged.');
  return error;
}
