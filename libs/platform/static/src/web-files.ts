import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { errorOf } from '@cubit/core';
import { type FallbackHandler, requireAccepted } from '@cubit/http';
import sirv from 'sirv';
import { ASSET_CACHE, PAGE_CACHE, pageHeaders } from './page-headers.js';

const PAGE = '/index.html';
const PAGE_TYPES = ['text/html'];
const ASSETS = '/assets/';
/** The last part of the path has an extension: it names a file, never a page. */
const FILE = /\.\w+$/;
const READING = ['GET', 'HEAD'];
const ALLOW = 'GET, HEAD, OPTIONS';

/** Serves the built web app: files by name, and `index.html` for every other address, which is a page of the app. Null if it is not built. */
export function webFiles(folder: string, { https }: { readonly https: boolean }): FallbackHandler | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const headers = Object.entries(pageHeaders(https));
  const names = new Set(namesIn(folder));
  /** The folder may be replaced by that of another version while this one runs. */
  const exists = (name: string) => names.has(name) && existsSync(join(folder, name));
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    // What is a page is decided before.
    ignores: false,
    setHeaders(res, path) {
      for (const [name, value] of headers) res.setHeader(name, value);
      res.setHeader('Cache-Control', path.startsWith(ASSETS) ? ASSET_CACHE : PAGE_CACHE);
      res.setHeader('Vary', 'Accept-Encoding');
    },
  });
  return (req, res) => {
    const path = pathOf(req.url);
    const isPage = !isFile(path);
    if (!exists(isPage ? PAGE : path)) throw errorOf('not_found', 'No file exists at this path.');
    if (req.method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW } };
    if (!READING.includes(req.method ?? ''))
      throw errorOf('method_not_allowed', `The path accepts ${ALLOW}.`, { headers: { allow: ALLOW } });
    if (isPage) requireAccepted(req.headers.accept, PAGE_TYPES, 'A page of the web app');
    // A range may be ignored, and would be one of the compressed file.
    delete req.headers.range;
    serve(req, res);
    return null;
  };
}

/** Paths of all files of the folder. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`);
}

/** Decoded as the files are looked up. */
function pathOf(url = '/'): string {
  const [path = '/'] = url.split('?', 1);
  return decodeURI(path);
}

function isFile(path: string): boolean {
  return path.startsWith(ASSETS) || FILE.test(path);
}

/** Paths of the API: never a page of the app, also if nothing exists there. */
const API_PATHS = /^\/(?:api|healthz|readyz|metrics|\.well-known)(?:\/|$)/;

export function isApiPath(path: string): boolean {
  return API_PATHS.test(path);
}
