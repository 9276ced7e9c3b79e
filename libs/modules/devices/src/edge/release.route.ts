import { defineModuleRoute, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { callingBridge } from '../bridge/contact.js';

export const releaseRoute = defineModuleRoute({
  operationId: 'getBridgeRelease',
  method: 'GET',
  path: '/edge/release',
  summary: 'Get the release that bridges run',
  description:
    'The release named in the module settings. The bridge downloads the bundle from `url` and verifies it before running it.',
  role: 'member',
  responses: {
    200: {
      description: 'The release.',
      schema: Type.Object(
        { version: Type.String(), sha256: Type.String(), signature: Type.String(), url: Type.String() },
        { additionalProperties: false },
      ),
    },
  },
  errors: ['not_found', 'forbidden'],
  async handler(context) {
    const settings = await context.transaction(async (work) => {
      await callingBridge(work);
      return work.settings;
    });
    const text = (name: string) => String(settings[name] ?? '');
    if (text('release_version') === '' || text('release_url') === '') throw notFound('Release');
    return {
      status: 200,
      body: {
        version: text('release_version'),
        sha256: text('release_sha256'),
        signature: text('release_signature'),
        url: text('release_url'),
      },
    };
  },
});
