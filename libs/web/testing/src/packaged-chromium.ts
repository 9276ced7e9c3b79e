import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Of the dependency in package.json: another version is unpacked beside it. */
const VERSION = '153.0.0';
/** The package unpacks into the temporary folder of its process, and takes a file that is there for complete. */
const UNPACK = `import packed from '@sparticuz/chromium'; await packed.executablePath();`;

/** The browser of the package `@sparticuz/chromium`, unpacked once into a folder that processes share. */
export async function packagedChromium(parent = tmpdir()): Promise<string> {
  const folder = join(parent, `cubit-chromium-${VERSION}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) await unpack(parent, folder);
  return join(folder, 'chromium');
}

/** Under a private name first, so that no other process starts half a browser. */
async function unpack(parent: string, folder: string): Promise<void> {
  const own = await mkdtemp(join(parent, 'cubit-chromium-'));
  try {
    const options = { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: own } };
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], options);
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was faster: a folder with files is never replaced.
    if (!existsSync(folder)) throw error;
  }
}
