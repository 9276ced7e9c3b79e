import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';

export type Encoding = 'gzip' | 'br';

/** Smaller bodies do not shrink, counting the additional header fields. */
const MIN_COMPRESSED_BYTES = 1024;
/** Up to this size, encoding is faster than handing the work to the thread pool. */
const INLINE_BYTES = 32 * 1024;
/** Fast settings, because each answer is sent only once. */
const GZIP = { level: 4 };
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|xml|javascript)|image\/svg\+xml)/;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export function shouldCompress(bytes: number, mediaType: string): boolean {
  return bytes >= MIN_COMPRESSED_BYTES && COMPRESSIBLE.test(mediaType);
}

/** The encoding that the client prefers, gzip if it has no preference; null if it accepts neither. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  if (acceptEncoding === undefined) return null;
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weightOf));
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [gzipWeight, brotliWeight] = [weight('gzip'), weight('br')];
  if (gzipWeight <= 0 && brotliWeight <= 0) return null;
  return brotliWeight > gzipWeight ? 'br' : 'gzip';
}

function weightOf(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice('q='.length));
  return [name, Number.isNaN(weight) ? 0 : weight];
}

export async function compress(content: string | Uint8Array, bytes: number, encoding: Encoding): Promise<Uint8Array> {
  if (bytes > INLINE_BYTES) return encoding === 'gzip' ? gzipAsync(content, GZIP) : brotliAsync(content, BROTLI);
  return encoding === 'gzip' ? gzipSync(content, GZIP) : brotliCompressSync(content, BROTLI);
}
