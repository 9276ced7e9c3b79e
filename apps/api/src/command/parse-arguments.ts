import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { nearestName } from '@cubit/expressions';
import {
  COMMAND_ENTRIES,
  COMMANDS,
  type CommandEntry,
  type CommandName,
  OPTION_ENTRIES,
  OPTIONS,
  type OptionEntry,
  type OptionName,
} from './commands.js';
import { UsageError } from './usage-error.js';

/** Given options with their values; an option without a value has ''. */
export type GivenOptions = ReadonlyMap<OptionName, string>;

/** What the arguments ask for. */
export interface Wish {
  readonly command: Exclude<CommandName, 'start'> | 'serve' | 'help' | 'version';
  readonly operands: readonly string[];
  readonly options: GivenOptions;
}

const PARSED: ParseArgsOptionsConfig = {
  ...Object.fromEntries(
    OPTION_ENTRIES.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
};
const NONE: GivenOptions = new Map();

/** Without arguments the program serves. Throws a `UsageError` that names what is near an unknown argument. */
export function parseArguments(given: readonly string[]): Wish {
  const { tokens } = parseArgs({ args: [...given], options: PARSED, strict: false, tokens: true });
  const words: string[] = [];
  const named = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    if (!(token.name in PARSED)) throw unknown(token.rawName, optionNames());
    named.set(token.name, valueOf(token));
  }
  if (named.has('help')) return { command: 'help', operands: [], options: NONE };
  if (named.has('version')) return { command: 'version', operands: [], options: NONE };
  return wishOf(words, named as GivenOptions);
}

function valueOf({ name, rawName, value }: { name: string; rawName: string; value?: string | undefined }): string {
  const expected = (OPTIONS as Readonly<Record<string, OptionEntry>>)[name]?.value;
  if (expected === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  if (expected !== undefined && (value === undefined || value === ''))
    throw new UsageError(`${rawName} needs a value: ${rawName} <${expected}>.`);
  return value ?? '';
}

function wishOf(words: readonly string[], options: GivenOptions): Wish {
  if (words.length === 0) {
    const [option] = options.keys();
    if (option !== undefined) throw new UsageError(`--${option} belongs to a command: ${commandsWith(option)}.`);
    return { command: 'serve', operands: [], options };
  }
  if (words[0] === 'help') return { command: 'help', operands: [], options };
  const command = commandOf(words);
  const operands = words.slice(command.split(' ').length);
  const { operands: expected, options: allowed, needed = [] }: CommandEntry = COMMANDS[command];
  for (const option of options.keys())
    if (!allowed.includes(option)) throw new UsageError(`'${command}' has no option --${option}.`);
  if (operands.length < expected.length)
    throw new UsageError(`'${command}' needs <${expected.slice(operands.length).join('> <')}>.`);
  if (operands.length > expected.length)
    throw new UsageError(`'${command}' has no use for '${operands[expected.length] ?? ''}'.`);
  for (const option of needed) if (!options.has(option)) throw new UsageError(`'${command}' needs ${usageOf(option)}.`);
  return { command: command === 'start' ? 'serve' : command, operands, options };
}

/** The command of the first word, or of the first two. */
function commandOf(words: readonly string[]): CommandName {
  const [first = '', second] = words;
  if (isCommand(first)) return first;
  const inGroup = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  if (inGroup.length === 0) {
    const names = Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? name);
    throw unknown(first, [...new Set(names)]);
  }
  const name = `${first} ${second ?? ''}`;
  if (isCommand(name)) return name;
  if (second === undefined) throw new UsageError(`'${first}' needs one of: ${inGroup.map(lastWord).join(', ')}.`);
  throw unknown(second, inGroup.map(lastWord));
}

function lastWord(command: string): string {
  return command.split(' ').at(-1) ?? command;
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function commandsWith(option: OptionName): string {
  return COMMAND_ENTRIES.filter(([, { options }]) => options.includes(option))
    .map(([name]) => name)
    .join(', ');
}

/** `--workspace <slug>`. */
export function usageOf(option: OptionName): string {
  const { value }: OptionEntry = OPTIONS[option];
  return `--${option}${value === undefined ? '' : ` <${value}>`}`;
}

function optionNames(): readonly string[] {
  return Object.keys(PARSED).map((name) => `--${name}`);
}

function unknown(argument: string, known: readonly string[]): UsageError {
  const near = nearestName(argument, known);
  return new UsageError(
    `Unknown argument '${argument}'.${near === undefined ? '' : ` Did you mean ${near}?`} --help lists all.`,
  );
}
