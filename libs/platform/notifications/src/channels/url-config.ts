import type { ConfigFault } from '@cubit/core';
import { Type } from 'typebox';

const URL_LENGTH = 2_000;

/** A URL to post to. Whether it may be one is said by `urlFaults`, so that every spelling of a refused address gets the same sort of answer. */
export const urlConfig = (description: string) =>
  Type.String({ minLength: 1, maxLength: URL_LENGTH, description, examples: ['https://hooks.example.org/cubit'] });

export function urlFaults(
  { url }: { readonly url: string },
  { urlFault }: { readonly urlFault: (url: string) => string | null },
): readonly ConfigFault[] {
  const message = urlFault(url);
  return message === null ? [] : [{ path: '/url', message }];
}
