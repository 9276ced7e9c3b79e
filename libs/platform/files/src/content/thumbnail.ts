import type { Sharp } from 'sharp';
import { invalidQuery } from '@cubit/core/host';
import { bytesOf } from '../store/bytes-of.js';

/** Image types that are scaled. All other loaders of libvips are disabled. */
export const SCALED_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`);
/** Size limit of the stored image. */
const MAX_INPUT_BYTES = 64 * 1024 ** 2;
/** A few kilobytes can declare any image size. This many pixels take 200 MB when decoded at once. */
const MAX_PIXELS = 50_000_000;
const TIME_LIMIT_S = 10;
/** Images scaled concurrently in this process. Each uses memory and a processor. */
const AT_A_TIME = 2;

export const THUMBNAIL_TYPE = 'image/webp';

export interface ThumbnailRequest {
  readonly mediaType: string;
  readonly size: number;
  /** In pixels. A narrower image is not enlarged. */
  readonly width: number;
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/** Scales an image down to a width, upright and without metadata. `400 invalid_query` if the image cannot be read. */
export async function thumbnail({ mediaType, size, width, read }: ThumbnailRequest): Promise<Uint8Array> {
  if (!SCALED_TYPES.has(mediaType)) throw invalidQuery('w', 'Only pictures have thumbnails, and this is none.');
  if (size > MAX_INPUT_BYTES) throw invalidQuery('w', 'The picture is too large for a thumbnail.');
  return inTurn(async () => {
    const input = await bytesOf(await read());
    const make = await prepared();
    try {
      return await make(input)
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: TIME_LIMIT_S })
        .toBuffer();
    } catch {
      // The message of the library concerns its internals.
      throw invalidQuery('w', 'The picture cannot be scaled: it is broken, or has too many pixels.');
    }
  });
}

type Make = (input: Buffer) => Sharp;
let preparing: Promise<Make> | undefined;

/** Loaded on first use, because it takes memory that many instances never need. */
function prepared(): Promise<Make> {
  preparing ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return (input) => sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  });
  return preparing;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
