import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { locationCreated } from '../events.js';
import { location, LOCATION_TYPES } from '../location/location.kind.js';
import { locationNames, MAX_GENERATED } from './location-names.js';

/** Upper bound for the children of one location. */
const MAX_SIBLINGS = 200_000;
const PATH = () => '/input/pattern';

export const generate = defineAction({
  id: 'spaces:generate',
  title: 'Generate locations',
  description: `Creates locations in this location from a pattern: \`R{1-4}-S{1-6}\` creates 24, \`{01-12}\` pads with zeros, \`{A-F}\` uses letters. At most ${MAX_GENERATED}. Existing names are skipped.`,
  appliesTo: [location],
  input: Type.Object(
    {
      pattern: Field.text({
        title: 'Pattern',
        minLength: 1,
        description: 'Names with ranges in braces: `R{1-4}-S{1-6}`, `{01-12}`, `{A-F}`.',
      }),
      type: Type.Optional(
        Field.enum(LOCATION_TYPES, { title: 'Type', default: 'bin', description: 'Type of the new locations.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      created: Type.Integer(),
      kept: Type.Integer({ description: 'Number of names that already existed, ignoring case.' }),
    },
    { additionalProperties: false },
  ),
  emits: [locationCreated],
  agent: { words: ['create shelves', 'rack', 'bins', 'drawers', 'many locations', 'grid'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Locations created: {result.created}', icon: 'grid-2x2', tone: 'primary', order: 10 },
  example: { title: 'Four rows of six shelves', input: { pattern: 'R{1-4}-S{1-6}', type: 'shelf' } },
  async run({ records }, { id: parent }, { pattern, type = 'bin' }) {
    const names = locationNames(pattern);
    const siblings = await records.find(location, { where: { parent }, limit: MAX_SIBLINGS });
    const taken = new Set(siblings.map(({ fields }) => fields.name.toLowerCase()));
    const missing = names.filter((name) => !taken.has(name.toLowerCase()));
    const rank = Math.max(-1, ...siblings.map(({ fields }) => fields.rank ?? -1)) + 1;
    await records.createMany(
      location,
      missing.map((name, index) => ({ fields: { name, type, parent, rank: rank + index }, path: PATH })),
    );
    return { created: missing.length, kept: names.length - missing.length };
  },
});
