import { readFileSync } from 'node:fs';
import { readConfiguration } from '../configuration.js';
import { configLines, shownSettings } from './config.js';
import { helpText } from './help.js';
import type { Wish } from './parse-arguments.js';

/** Runs a command other than serving. Returns the exit code. */
export async function runCommand({ command, options }: Wish): Promise<number> {
  if (command === 'help') return print(helpText(programVersion()));
  if (command === 'version') return print(`Cubit ${programVersion()}\n`);
  const configuration = readConfiguration(process.env, process.cwd());
  if (command === 'migrate') {
    // Imported here only, because other commands need no database.
    const { createLog, migrateDatabase } = await import('../start.js');
    await migrateDatabase(configuration, createLog({ level: configuration.logLevel }));
    return 0;
  }
  return print(configLines(shownSettings(process.env), options.has('json')));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

export function programVersion(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}
