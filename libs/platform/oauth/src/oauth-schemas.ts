import { Type, type TProperties } from 'typebox';

export const TAG = 'OAuth';
/** Longest parameter of a request; addresses of clients among them. */
export const MAX_PARAMETER = 2_000;
/** Longest `state` that a client gets back. */
export const MAX_STATE = 4_000;

export const Slug = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  description: 'Names the workspace in paths.',
  examples: ['maker-lab'],
});

export function strict<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}
