import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export function gzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(source, createGzip());
}

export function gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return through(source, createGunzip());
}

/** Pipes a source through a transform with backpressure. Errors of the source reach the reader; a reader that stops ends the source. */
async function* through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const done = pipeline(Readable.from(source, { objectMode: false }), transform);
  // The reader gets the error, too.
  done.catch(() => {});
  yield* transform as AsyncIterable<Uint8Array>;
  await done;
}
