import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.js';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/**
 * Starts Chromium: what `CHROMIUM` names, or that of the package `@sparticuz/chromium`, which is the same everywhere, has
 * no window and takes half the processor time of an installed one; where it does not run, an installed one.
 */
export async function launchChromium(): Promise<Browser> {
  const launch = (executablePath: string) => chromium.launch({ executablePath, args: FLAGS });
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return launch(named);
  try {
    return await launch(await packagedChromium());
  } catch (error) {
    // It needs libraries that a bare machine lacks.
    const installed = INSTALLED.find((path) => existsSync(path));
    if (installed === undefined) throw error;
    return launch(installed);
  }
}
