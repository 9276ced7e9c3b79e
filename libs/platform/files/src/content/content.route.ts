import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import { etagMatches, type RouteDefinition, workspaceOf } from '@cubit/core/host';
import type { RouteReply } from '@cubit/core';
import { FILE_PATH, FILE_TAG, fileParams, type FileRoutes } from '../file/file-route-parts.js';
import { readRange } from './byte-range.js';
import { thumbnail, THUMBNAIL_TYPE } from './thumbnail.js';

/** Types that a browser may show on the instance's own origin: images without scripts, and PDF, which its viewer isolates. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

const MIN_WIDTH = 16;
const MAX_WIDTH = 2_048;
/** Contents never change, so a cached copy is valid. The browser revalidates each time because access may have been revoked. */
const CACHING = { 'cache-control': 'private, no-cache' };
/** Applies to every type: no scripts, no forms, an opaque origin. */
const SANDBOX = { 'content-security-policy': 'sandbox' };

const query = Type.Object(
  {
    w: Type.Optional(
      Type.Integer({
        minimum: MIN_WIDTH,
        maximum: MAX_WIDTH,
        description: 'Width in pixels of a thumbnail (WebP). Images only.',
      }),
    ),
    download: Type.Optional(Type.Boolean({ description: '`true`: always as a download.' })),
  },
  { additionalProperties: false },
);

const headers = {
  ETag: { description: 'Identifies the content.', schema: Type.String() },
  'Content-Disposition': {
    description: '`inline` for PNG, JPEG, GIF, WebP, AVIF and PDF, else `attachment`; with the name of the file.',
    schema: Type.String(),
  },
  'Accept-Ranges': { description: '`bytes`.', schema: Type.String() },
};

export function contentRoute({ store, readFile }: FileRoutes): RouteDefinition {
  return defineRoute({
    operationId: 'getFileContent',
    method: 'GET',
    path: `${FILE_PATH}/{id}/content`,
    summary: 'Download a file, a part of it, or its thumbnail',
    description:
      'One range of bytes can be requested with `Range` (and `If-Range`); several ranges return the whole content. A thumbnail has no ranges.',
    tag: FILE_TAG,
    access: 'viewer',
    params: fileParams,
    query,
    streaming: true,
    responses: {
      200: { description: 'The bytes.', mediaType: '*/*', headers },
      206: {
        description: 'The requested range of bytes.',
        mediaType: '*/*',
        headers: { ...headers, 'Content-Range': { description: '`bytes 0-99/1000`.', schema: Type.String() } },
      },
      304: { description: 'The copy of the client is current.' },
    },
    errors: ['not_found', 'range_not_satisfiable'],
    async handler(request): Promise<RouteReply> {
      const { w: width, download = false } = request.query;
      const row = await readFile(workspaceOf(request), request.params.id);
      const sha256 = row.sha256.toString('hex');
      const key = { workspaceId: workspaceOf(request).id, sha256 };
      const etag = width === undefined ? `"${sha256}"` : `"${sha256}-w${width}"`;
      const common = { etag, ...CACHING, ...SANDBOX };
      if (etagMatches(request.headers.ifNoneMatch, etag)) return { status: 304, headers: common };
      if (width !== undefined) {
        const { media_type: mediaType, size } = row;
        const bytes = await thumbnail({ mediaType, size, width, read: () => store.read(key) });
        return {
          status: 200,
          bytes,
          mediaType: THUMBNAIL_TYPE,
          headers: { ...common, 'content-disposition': 'inline' },
        };
      }
      const { range: requested, 'if-range': ifRange } = request.headers.all;
      const range = readRange({ range: one(requested), ifRange: one(ifRange) }, { size: row.size, etag });
      const stream = await store.read(key, range ?? undefined);
      const length = range ? range.end - range.start + 1 : row.size;
      return {
        status: range ? 206 : 200,
        stream,
        mediaType: row.media_type,
        headers: {
          ...common,
          'accept-ranges': 'bytes',
          'content-length': String(length),
          'content-disposition': disposition({ name: row.name, mediaType: row.media_type }, download),
          ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${row.size}` } : {}),
        },
      };
    },
  });
}

function one(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** `Content-Disposition` (RFC 6266): `attachment` for every type that could run code. */
function disposition(
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
  download = false,
): string {
  const type = SHOWN.has(mediaType) && !download ? 'inline' : 'attachment';
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return plain === name ? `${type}; filename="${plain}"` : `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
