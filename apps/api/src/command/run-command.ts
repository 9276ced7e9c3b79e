import { readConfiguration } from '../configuration.js';
import { programVersion } from '../program-version.js';
import { configLines, shownSettings } from './config.js';
import { helpText } from './help.js';
import type { Wish } from './parse-arguments.js';

export type CommandWish = Wish & { readonly command: Exclude<Wish['command'], 'serve'> };

/** Runs a command other than serving. Returns the exit code. */
export async function runCommand({ command, operands, options }: CommandWish): Promise<number> {
  if (command === 'help') return print(helpText(programVersion()));
  if (command === 'version') return print(`Cubit ${programVersion()}\n`);
  if (command === 'doctor') {
    // It names faults of the settings itself.
    const { runDoctor } = await import('./doctor/run-doctor.js');
    return runDoctor({ environment: process.env, options });
  }
  const configuration = readConfiguration(process.env, process.cwd());
  if (command === 'config') return print(configLines(shownSettings(process.env), options.has('json')));
  // Imported here only, because other commands need no database.
  if (command === 'migrate') {
    const { createLog, migrateDatabase } = await import('../start.js');
    await migrateDatabase(configuration, createLog({ level: configuration.logLevel }));
    return 0;
  }
  if (command === 'backup' || command === 'restore') {
    const { runBackup, runRestore } = await import('./backup/index.js');
    return (command === 'backup' ? runBackup : runRestore)(configuration, { file: operands[0] ?? '', options });
  }
  const { runModuleCommand } = await import('./modules/module-commands.js');
  return runModuleCommand(command, configuration, { operand: operands[0] ?? '', options });
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
