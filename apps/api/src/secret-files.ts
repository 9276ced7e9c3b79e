import { readFileSync } from 'node:fs';
import { SETTING_ENTRIES } from './command/settings-list.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that hold a secret. Orchestrators give secrets as files, named by the setting with `_FILE`. */
export const SECRETS: readonly string[] = [
  ...SETTING_ENTRIES.filter(([, { secret }]) => secret !== undefined).map(([name]) => name),
  // An identifier, which orchestrators keep beside its key.
  'S3_ACCESS_KEY_ID',
];
const SUFFIX = '_FILE';

const isGiven = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** The environment with the contents of secret files. Faults are added to `faults`. */
export function withSecretFiles(environment: Environment, faults: string[]): Environment {
  const read = SECRETS.flatMap((name): [string, string][] => {
    const file = environment[name + SUFFIX];
    if (!isGiven(file)) return [];
    if (isGiven(environment[name])) {
      faults.push(`${name} and ${name}${SUFFIX} are both set: set one of them.`);
      return [];
    }
    try {
      return [[name, readFileSync(file.trim(), 'utf8').trim()]];
    } catch (error) {
      faults.push(`${name}${SUFFIX} cannot be read: ${String(error)}.`);
      return [];
    }
  });
  return { ...environment, ...Object.fromEntries(read) };
}
