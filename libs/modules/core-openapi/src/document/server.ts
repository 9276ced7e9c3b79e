import type { JsonObject } from './json.js';

/** Names that mean another machine to every reader of the document (RFC 2606, RFC 6761). */
const NO_FIXED_PLACE = /(^|\.)(localhost|example\.(com|net|org)|example)$/;

/** The instance's address; as a variable where it is one that only holds on this machine. */
export function serverOf(publicUrl: string): JsonObject {
  if (!NO_FIXED_PLACE.test(new URL(publicUrl).hostname)) return { url: publicUrl, description: 'This instance.' };
  return {
    url: '{address}',
    description: 'This instance.',
    variables: { address: { default: publicUrl, description: 'The address at which the instance is reached.' } },
  };
}
