import { computed, defineKind, Field, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { jsonObject } from '../json-object.js';
import { bridgeHints } from './bridge.hints.js';

const texts = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 });

/** A program on site that connects devices. It registers itself with an API token of the scope `devices:edge`. */
export const bridge = defineKind({
  id: 'devices:bridge',
  title: ['Bridge', 'Bridges'],
  description: 'A program on site that connects devices. It polls for commands and reports their outcome.',
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ title: 'Name', minLength: 1, description: 'Unique name, with which the program registers.' }),
    /** `pending` until it registers, then `online` or `offline` by contact; `revoked` is final. */
    status: computed(
      Field.enum(['pending', 'online', 'offline', 'revoked'], {
        title: 'Status',
        ui: {
          widget: 'status',
          tone: { ok: { is: 'online' }, info: { is: 'pending' }, bad: { in: ['offline', 'revoked'] } },
        },
        default: 'pending',
        description:
          'Whether the program is in contact. `pending`: not registered yet. `online`, `offline`: in contact or not. `revoked`: retired, without a way back.',
      }),
    ),
    software_version: Type.Optional(
      computed(Field.text({ title: 'Software', description: 'Version of the software that it runs.' })),
    ),
    update_channel: Field.text({
      title: 'Update channel',
      default: 'stable',
      description:
        'Name of a release channel, such as `stable` or `beta`. For information: it does not select a release.',
    }),
    update_to: Type.Optional(
      computed(Field.text({ title: 'Update requested', description: 'The version that it is requested to run.' })),
    ),
    last_seen_at: Type.Optional(
      computed(
        Field.datetime({
          title: 'Last seen',
          ui: { widget: 'relative' },
          description: 'When the bridge was last in contact.',
        }),
      ),
    ),
    offline_after: Type.Optional(
      computed(
        Field.datetime({
          title: 'Offline after',
          ui: { hidden: true },
          description: 'The bridge is marked offline if it does not poll before this time.',
        }),
      ),
    ),
    capabilities: Type.Optional(
      computed(Field.json(texts, { title: 'Drivers', description: 'Names of its drivers.' })),
    ),
    ip_hint: Type.Optional(
      computed(Field.text({ title: 'IP address', description: 'IP address of the last registration.' })),
    ),
    token_prefix: Type.Optional(
      computed(
        Field.text({
          title: 'Token',
          description: 'Prefix of the API token it registered with, as in the list of tokens.',
        }),
      ),
    ),
    credential: Type.Optional(
      computed(
        Field.text({
          title: 'Token',
          ui: { hidden: true },
          description: 'Id of that token, which identifies the bridge.',
        }),
      ),
    ),
    site: Type.Optional(
      Field.ref('spaces:location', { title: 'Location', onDelete: 'clear', description: 'Where the program runs.' }),
    ),
    stats: Type.Optional(
      computed(Field.titled('Statistics', jsonObject('Statistics that the bridge reports about itself.'))),
    ),
  }),
  index: ['credential', 'offline_after'],
  unique: ['name'],
  ui: bridgeHints,
  example: { name: 'Hall' },
});

export type Bridge = RecordOf<typeof bridge>;
