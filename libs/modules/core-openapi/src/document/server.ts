import type { JsonObject } from './json.js';

/** Host names that resolve differently for every reader or not at all (RFC 2606, RFC 6761). */
const NO_FIXED_PLACE = /(^|\.)(localhost|example\.(com|net|org)|example)$/;

/** The address of the instance, as a variable if it is valid only on this machine. */
export function serverOf(publicUrl: string): JsonObject {
  if (!NO_FIXED_PLACE.test(new URL(publicUrl).hostname)) return { url: publicUrl, description: 'This instance.' };
  return {
    url: '{address}',
    description: 'This instance.',
    variables: { address: { default: publicUrl, description: 'The address at which the instance is reached.' } },
  };
}
