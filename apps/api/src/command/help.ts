import { COMMAND_ENTRIES, type CommandEntry, OPTION_ENTRIES } from './commands.js';
import { usageOf } from './parse-arguments.js';
import { SETTING_ENTRIES } from './settings-list.js';

/** The text of `--help`. */
export function helpText(version: string): string {
  const commands = COMMAND_ENTRIES.map(([name, entry]): Line => [usageOfCommand(name, entry), entry.meaning]);
  const options = OPTION_ENTRIES.map(([name, { meaning }]): Line => [usageOf(name), meaning]);
  const settings = SETTING_ENTRIES.map(([name, { otherwise, meaning }]): Line => [
    name,
    otherwise === '' ? meaning : `${meaning} (default: ${otherwise})`,
  ]);
  return [
    `Cubit ${version}`,
    '',
    'Usage: cubit [command] [options]',
    'Without a command it serves, until a signal stops it.',
    section('Commands', commands),
    section('Options', [...options, ['-h, --help', 'this text'], ['-V, --version', 'the version']]),
    section('Settings, from the environment', settings),
    '',
  ].join('\n');
}

function usageOfCommand(name: string, { operands, options, needed = [] }: CommandEntry): string {
  const given = options.map((option) => (needed.includes(option) ? usageOf(option) : `[${usageOf(option)}]`));
  return [name, ...operands.map((operand) => `<${operand}>`), ...given].join(' ');
}

type Line = readonly [name: string, meaning: string];

function section(title: string, lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return `\n${title}:\n${lines.map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`).join('\n')}`;
}
