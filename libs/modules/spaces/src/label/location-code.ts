import { printedCode } from '@cubit/labels';

/** Prefix of codes on location labels. Readers of codes rely on it. */
const LETTER = 'L';

export function codeOfLocation(id: string): string {
  return printedCode(LETTER, id);
}
