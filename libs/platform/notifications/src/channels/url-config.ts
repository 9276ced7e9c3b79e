import type { ConfigFault } from '@cubit/core/host';
import { Type } from 'typebox';

const URL_LENGTH = 2_000;

/** Schema of a URL to post to. `urlFaults` checks the URL, so that every spelling of a refused address gets the same error. */
export const urlConfig = (description: string) =>
  Type.String({
    ...{ minLength: 1, maxLength: URL_LENGTH, description, examples: ['https://hooks.example.org/cubit'] },
    'x-type': 'url',
  });

export function urlFaults(
  { url }: { readonly url: string },
  { urlFault }: { readonly urlFault: (url: string) => string | null },
): readonly ConfigFault[] {
  const message = urlFault(url);
  return message === null ? [] : [{ path: '/url', message }];
}
