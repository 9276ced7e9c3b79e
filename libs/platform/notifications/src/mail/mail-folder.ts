import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { v7 } from 'uuid';
import { makeTransport } from './make-transport.js';

/** Writes each email to a file that only its owner can read, because it may contain an invitation. File names sort by age. */
export function mailFolder(folder: string): (mail: SendMailOptions) => Promise<void> {
  const transport = makeTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await (await transport()).sendMail(mail);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = v7();
    // Written under a temporary name, so that readers of the folder see only complete files.
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, message as Buffer, { mode: 0o600 });
    await rename(unfinished, join(folder, `${name}.eml`));
  };
}
