import { unstorableText } from '@cubit/core/host';
import type { ErrorDetail } from '@cubit/core';

const NAME_LENGTH = 255;

/** Faults of the name of a file. */
export function nameFaults(name: string, path: string): readonly ErrorDetail[] {
  const unstorable = unstorableText(name, path);
  if (unstorable.length > 0) return unstorable;
  const length = [...name].length;
  if (length < 1 || length > NAME_LENGTH)
    return [{ path, code: 'length', message: `A file name has 1 to ${NAME_LENGTH} characters.` }];
  if (/[/\\\u0000-\u001f\u007f]/.test(name))
    return [{ path, code: 'pattern', message: 'A file name cannot contain slashes or control characters.' }];
  return [];
}
