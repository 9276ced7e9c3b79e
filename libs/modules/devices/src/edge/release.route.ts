import { defineModuleRoute, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { callingBridge } from '../bridge/contact.js';
import { settings } from '../settings.js';

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
  settings,
  async handler(context) {
    const release = await context.transaction(async (work) => {
      await callingBridge(work);
      return work.settings;
    });
    if (release.release_version === '' || release.release_url === '') throw notFound('Release');
    return {
      status: 200,
      body: {
        version: release.release_version,
        sha256: release.release_sha256,
        signature: release.release_signature,
        url: release.release_url,
      },
    };
  },
});
