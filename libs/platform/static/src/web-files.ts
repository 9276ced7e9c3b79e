import type { IncomingMessage, ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sirv from 'sirv';
import { ASSET_CACHE, PAGE_CACHE, pageHeaders } from './page-headers.js';

export type FileHandler = (req: IncomingMessage, res: ServerResponse) => void;

const ASSETS = '/assets/';
const METHODS = 'GET, HEAD';
const NOT_FOUND = 'Not found';

/** Serves the built web app: files by name, and `index.html` for every other address, which is a page of the app. Null if it is not built. */
export function webFiles(folder: string, { https }: { readonly https: boolean }): FileHandler | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const headers = Object.entries(pageHeaders(https));
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    // A missing file is not a page.
    ignores: [/^\/assets\//],
    setHeaders(res, path) {
      for (const [name, value] of headers) res.setHeader(name, value);
      res.setHeader('Cache-Control', path.startsWith(ASSETS) ? ASSET_CACHE : PAGE_CACHE);
      res.setHeader('Vary', 'Accept-Encoding');
    },
  });
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 405, { Allow: METHODS });
    serve(req, res, () => refuse(res, 404));
  };
}

/** Paths of the API: never a page of the app, also if nothing exists there. */
const API_PATHS = /^\/(?:api|healthz|readyz|metrics|\.well-known)(?:[/?]|$)/;

export function isApiPath(url: string): boolean {
  return API_PATHS.test(url);
}

function refuse(res: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  res.end(NOT_FOUND);
}
