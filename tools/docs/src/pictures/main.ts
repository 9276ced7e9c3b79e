/** `npm run pictures`, or `npm run pictures -- home.png` for some of them. Takes the pictures of `docs/pictures/` from the sample workshop, which it creates on a temporary folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '@cubit/web-testing';
import { arrangeWorkshop } from './arrange-workshop.js';
import { PICTURES } from './pictures.js';
import { takePicture } from './take-picture.js';
import { startWorkshop } from './workshop.js';

const FOLDER = join(import.meta.dirname, '../../../../docs/pictures');
const wanted = process.argv.slice(2);
const startedAt = performance.now();

function progress(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`);
}

progress('starting the program');
const workshop = await startWorkshop();
try {
  progress('arranging the sample workshop');
  await arrangeWorkshop(workshop);
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const picture of PICTURES.filter(({ file }) => wanted.length === 0 || wanted.includes(file))) {
      const bytes = await takePicture(browser, { workshop, picture, folder: FOLDER });
      progress(`docs/pictures/${picture.file}: ${(bytes / 1_000).toFixed(0)} KB`);
    }
  } finally {
    await browser.close();
  }
} finally {
  await workshop.stop();
}
