import { SETTING_ENTRIES } from './settings-list.js';

/** Names of the command line `cubit`, which may run in the same environment. */
const OF_COMMAND_LINE: ReadonlySet<string> = new Set(['CUBIT_URL', 'CUBIT_TOKEN', 'CUBIT_WORKSPACE']);
const PREFIX = 'CUBIT_';
/** Shorter names are too near to names of other programs. */
const LEAST_LETTERS = 5;

/** One sentence for each variable that is most likely a setting with a wrong name. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(SETTING_ENTRIES.map(([name]) => name));
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || OF_COMMAND_LINE.has(name)) return [];
    if (name.startsWith(PREFIX))
      return [`${name} is not a setting; settings have no prefix (${name.slice(PREFIX.length)}).`];
    const meant = [...known].find((setting) => setting.length >= LEAST_LETTERS && isOneSlip(name, setting));
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** One letter (or underscore) is missing, added or replaced, or two neighbours are swapped. */
function isOneSlip(written: string, meant: string): boolean {
  if (Math.abs(written.length - meant.length) > 1) return false;
  let at = 0;
  while (at < written.length && written[at] === meant[at]) at += 1;
  const [left, right] = [written.slice(at), meant.slice(at)];
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
}
