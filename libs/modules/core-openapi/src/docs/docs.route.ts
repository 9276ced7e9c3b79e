import { defineModuleRoute, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { docsAssets } from './docs-assets.js';
import { CONTENT_SECURITY_POLICY, docsPage } from './docs-page.js';

export const docsRoute = defineModuleRoute({
  operationId: 'getDocs',
  method: 'GET',
  path: '/docs',
  summary: 'The interactive API reference of the workspace',
  hidden: true,
  responses: { 200: { description: 'The page.', schema: Type.String(), mediaType: 'text/html; charset=utf-8' } },
  async handler() {
    const { digest } = await docsAssets();
    return {
      status: 200,
      bytes: docsPage((file) => `docs/assets/${digest}/${file}`),
      mediaType: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
      },
    };
  },
});

export const docsAssetRoute = defineModuleRoute({
  operationId: 'getDocsAsset',
  method: 'GET',
  path: '/docs/assets/{digest}/{file}',
  summary: 'A file of the interactive reference',
  hidden: true,
  params: Type.Object({ digest: Type.String(), file: Type.String() }),
  responses: { 200: { description: 'The file.', mediaType: '*/*' } },
  async handler(_context, { params }) {
    const { digest, files } = await docsAssets();
    const asset = params.digest === digest ? files.get(params.file) : undefined;
    if (!asset) throw notFound('File');
    return {
      status: 200,
      bytes: asset.bytes,
      mediaType: asset.mediaType,
      headers: { 'cache-control': 'private, max-age=31536000, immutable' },
    };
  },
});
