import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { START_SCRIPT } from './docs-page.js';

export interface DocsAsset {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface DocsAssets {
  /** Digest of all files. It is part of their URLs, so that the content of a URL never changes. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, DocsAsset>;
}

const LIBRARY_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

let loaded: Promise<DocsAssets> | undefined;

/** The files of the reference, read from the package on the first request and then cached. */
export function docsAssets(): Promise<DocsAssets> {
  loaded ??= load().catch((error: unknown) => {
    // A failed read is not cached: the next request tries again.
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<DocsAssets> {
  const { resolve } = createRequire(import.meta.url);
  const library = await Promise.all(
    Object.entries(LIBRARY_FILES).map(async ([name, mediaType]): Promise<[string, DocsAsset]> => [
      name,
      { bytes: await readFile(resolve(`swagger-ui-dist/${name}`)), mediaType },
    ]),
  );
  const start: DocsAsset = {
    bytes: new TextEncoder().encode(START_SCRIPT),
    mediaType: 'text/javascript; charset=utf-8',
  };
  const files = new Map([...library, ['start.js', start] as const]);
  const hash = createHash('sha256');
  for (const { bytes } of files.values()) hash.update(bytes);
  return { digest: hash.digest('hex').slice(0, 16), files };
}
