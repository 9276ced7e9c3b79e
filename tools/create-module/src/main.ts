/** `npm create cubit-module@latest <name> -- --yes`: writes a module into a new folder, with git and its packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isModuleName, writeTemplate } from './template.js';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', short: 'y' }, 'no-install': { type: 'boolean' } },
  });
  const name = positionals[0] ?? (values.yes ? undefined : await ask('Name of the module: '));
  if (name === undefined) return refuse('Name the module: npm create cubit-module@latest laser -- --yes');
  if (!isModuleName(name)) return refuse(`'${name}' is no name of a module: use lower-case words joined by '-'.`);
  const folder = `cubit-module-${name}`;
  if (existsSync(folder)) return refuse(`${folder} exists already: choose another name.`);
  await writeTemplate(name, folder);
  const failed = values['no-install'] ? 0 : prepare(folder);
  process.stdout.write(`${folder} is written.\n\n  cd ${folder} && npm run dev\n`);
  return failed;
}

function prepare(folder: string): number {
  // Without git, the module works as well.
  spawnSync('git', ['init', '--quiet'], { cwd: folder, stdio: 'ignore' });
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // Null: ended by a signal.
  return status ?? 1;
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

process.exitCode = await main();
