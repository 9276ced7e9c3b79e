import { computed, defineKind, Field, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { jsonObject } from '../json-object.js';

const texts = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 });

/** A program on site that speaks with devices. It registers itself, with a token of the scope `devices:edge`. */
export const bridge = defineKind({
  id: 'devices:bridge',
  title: ['Bridge', 'Bridges'],
  description: 'A program on site that speaks with devices: it asks for commands and answers with what became of them.',
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    /** Pending until it registers; then as it is heard of; revoked for good. */
    status: computed(Field.enum(['pending', 'online', 'offline', 'revoked'], { default: 'pending' })),
    software_version: Type.Optional(computed(Field.text({ description: 'What it runs.' }))),
    update_channel: Field.text({ default: 'stable' }),
    update_to: Type.Optional(computed(Field.text({ description: 'The version that it is told to run.' }))),
    last_seen_at: Type.Optional(computed(Field.datetime())),
    offline_after: Type.Optional(
      computed(Field.datetime({ description: 'When it counts as offline, unless it is heard of.' })),
    ),
    capabilities: Type.Optional(computed(Field.json(texts, { description: 'Drivers that it has.' }))),
    ip_hint: Type.Optional(computed(Field.text({ description: 'The address that it last registered from.' }))),
    token_prefix: Type.Optional(
      computed(
        Field.text({
          description: 'How the API token begins that it registered with, as the list of tokens shows it.',
        }),
      ),
    ),
    credential: Type.Optional(computed(Field.text({ description: 'Id of that token: what it is known again by.' }))),
    site: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear' })),
    stats: Type.Optional(computed(jsonObject('What it tells of itself.'))),
  }),
  index: ['credential', 'offline_after'],
  unique: ['name'],
  example: { name: 'Hall' },
});

export type Bridge = RecordOf<typeof bridge>;
