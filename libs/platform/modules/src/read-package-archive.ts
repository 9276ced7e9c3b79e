import { gunzipSync } from 'node:zlib';

/** One file of the archive of a package. */
export interface PackageFileEntry {
  /** Relative to the package: `dist/index.js`. */
  readonly path: string;
  readonly content: Buffer;
}

export const MAX_ARCHIVE_BYTES = 5 * 1024 ** 2;
const MAX_UNPACKED_BYTES = 32 * 1024 ** 2;
const BLOCK = 512;
const [NAME, SIZE, TYPE, PREFIX] = [0, 124, 156, 345] as const;
const [NAME_LENGTH, SIZE_LENGTH, PREFIX_LENGTH] = [100, 12, 155] as const;
const FILE = '0';
const OLD_FILE = '\0';
const EXTENDED = 'x';

/**
 * The files of what `npm pack` writes: gzipped POSIX ustar with the folder `package`. Throws for an archive that is damaged, too large, or has a
 * path outside of its folder.
 */
export function readPackageArchive(bytes: Buffer): readonly PackageFileEntry[] {
  if (bytes.length > MAX_ARCHIVE_BYTES)
    throw new Error(`the archive has ${bytes.length} bytes, more than ${MAX_ARCHIVE_BYTES}; pack fewer files`);
  const tar = unzipped(bytes);
  const files: PackageFileEntry[] = [];
  let longPath: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(textOf(header, SIZE, SIZE_LENGTH).trim() || '0', 8);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (!Number.isSafeInteger(size) || content.length < size) throw new Error('the archive is damaged; pack it again');
    const type = String.fromCharCode(header[TYPE] ?? 0);
    if (type === EXTENDED) longPath = /\d+ path=(.*)\n/.exec(content.toString('utf8'))?.[1];
    else {
      const path = longPath ?? pathOf(header);
      longPath = undefined;
      if (type === FILE || type === OLD_FILE) files.push({ path: insidePackage(path), content });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function unzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    throw new Error('the file is no archive of a package; make one with `npm pack`', { cause });
  }
}

function pathOf(header: Buffer): string {
  const prefix = textOf(header, PREFIX, PREFIX_LENGTH);
  const name = textOf(header, NAME, NAME_LENGTH);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textOf(header: Buffer, start: number, length: number): string {
  const text = header.toString('utf8', start, start + length);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Without the first folder, which npm calls `package`. */
function insidePackage(path: string): string {
  const [, ...parts] = path.split('/');
  if (parts.length === 0 || parts.some((part) => part === '..' || part === '' || part.includes('\\')))
    throw new Error(`the archive has '${path}', which is outside of its folder; pack it again`);
  return parts.join('/');
}
