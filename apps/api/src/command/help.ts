import { COMMAND_ENTRIES, OPTIONS } from './commands.js';
import { SETTING_ENTRIES } from './settings-list.js';

/** The text of `--help`. */
export function helpText(version: string): string {
  const commands = COMMAND_ENTRIES.map(([name, { operands, options, meaning }]): Line => {
    const usage = [name, ...operands.map((operand) => `<${operand}>`), ...options.map((option) => `[--${option}]`)];
    return [usage.join(' '), meaning];
  });
  const options = Object.entries(OPTIONS).map(([name, meaning]): Line => [`--${name}`, meaning]);
  const settings = SETTING_ENTRIES.map(([name, { otherwise, meaning }]): Line => [
    name,
    otherwise === '' ? meaning : `${meaning} (default: ${otherwise})`,
  ]);
  return [
    `Cubit ${version}`,
    '',
    'Usage: cubit-server [command] [options]',
    'Without a command it serves, until a signal stops it.',
    section('Commands', commands),
    section('Options', [...options, ['-h, --help', 'this text'], ['-V, --version', 'the version']]),
    section('Settings, from the environment', settings),
    '',
  ].join('\n');
}

type Line = readonly [name: string, meaning: string];

function section(title: string, lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return `\n${title}:\n${lines.map(([name, meaning]) => `  ${name.padEnd(width)}${meaning}`).join('\n')}`;
}
