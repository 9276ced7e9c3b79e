import { printedCode } from '@cubit/labels';

/** What the code on the label of a location begins with; whoever reads codes knows it too. */
const LETTER = 'L';

export function codeOfLocation(id: string): string {
  return printedCode(LETTER, id);
}
