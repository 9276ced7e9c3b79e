import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Null if the program can write into a folder, or create it; otherwise the reason. */
export async function writeFault(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === 'ENOENT' && dirname(folder) !== folder) return writeFault(dirname(folder));
    return `${folder} cannot be written (${code})`;
  }
}
