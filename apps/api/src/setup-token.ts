import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupToken } from '@cubit/access';

const BYTES = 24;
const PRIVATE_MODE = 0o600;

const fileIn = (dataDir: string) => join(dataDir, 'setup-token');

/** The token that the first registration needs. Programs that share the data directory have the same one. */
export function openSetupToken(dataDir: string): SetupToken {
  const file = fileIn(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    const value = randomBytes(BYTES).toString('base64url');
    writeFileSync(file, `${value}\n`, { flag: 'wx', mode: PRIVATE_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, PRIVATE_MODE);
  }
  return { value: readFileSync(file, 'utf8').trim(), used: () => removeSetupToken(dataDir) };
}

export function removeSetupToken(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
