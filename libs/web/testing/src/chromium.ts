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

/** Starts Chromium: what `CHROMIUM` names, or an installed one, or that of the package `@sparticuz/chromium`. */
export async function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path)) ?? (await packagedChromium());
  return chromium.launch({ executablePath, args: FLAGS });
}
