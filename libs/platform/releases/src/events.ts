import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { AUDIENCES } from './tables/schema.js';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

export const releaseAnnounced = defineEvent({
  name: 'releases.release.announced',
  title: 'Release announced',
  description:
    'A release of the product was announced on this instance. Emitted once in every workspace with the module enabled.',
  payload: Type.Object({
    announcementId: Type.String({ format: 'uuid', title: 'Announcement', description: 'Id of the announcement.' }),
    version: Type.String({ title: 'Version', description: 'Version of the release, as its publisher names it.' }),
    // Every member can read events, so the event of an announcement for admins has no content.
    headline: Type.String({
      title: 'Headline',
      description: 'The title, or `for administrators` if the announcement is for admins.',
    }),
    audience: Field.enum(AUDIENCES, { title: 'Audience', description: 'Who can read the announcement.' }),
    recipientIds: Type.Array(Type.String({ format: 'uuid' }), {
      title: 'Recipients',
      description: 'Addressed members who were not notified in another workspace.',
    }),
  }),
  example: {
    announcementId: EXAMPLE_ID,
    version: '2.4.0',
    headline: 'Floor plans',
    audience: 'all',
    recipientIds: [EXAMPLE_ID],
  },
  notification: {
    message: 'Version {version}: {headline}',
    link: '/modules/releases/announcements/{announcementId}',
    recipients: 'recipientIds',
  },
});
