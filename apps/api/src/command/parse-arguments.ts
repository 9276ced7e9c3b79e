import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { nearestName } from '@cubit/expressions';
import {
  COMMAND_ENTRIES,
  COMMANDS,
  type CommandEntry,
  type CommandName,
  OPTIONS,
  type OptionName,
} from './commands.js';
import { UsageError } from './usage-error.js';

/** What the arguments ask for. */
export interface Wish {
  readonly command: CommandName | 'serve' | 'help' | 'version';
  readonly operands: readonly string[];
  readonly options: ReadonlySet<OptionName>;
}

const PARSED: ParseArgsOptionsConfig = {
  ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'boolean' }])),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
};

/** Without arguments the program serves. Throws a `UsageError` that names what is near an unknown argument. */
export function parseArguments(given: readonly string[]): Wish {
  const { tokens } = parseArgs({ args: [...given], options: PARSED, strict: false, tokens: true });
  const words: string[] = [];
  const named = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    if (!(token.name in PARSED)) throw unknown(token.rawName, optionNames());
    if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`);
    named.add(token.name);
  }
  if (named.has('help')) return { command: 'help', operands: [], options: new Set() };
  if (named.has('version')) return { command: 'version', operands: [], options: new Set() };
  const [first, ...operands] = words;
  return wishOf(first, operands, named as ReadonlySet<OptionName>);
}

function wishOf(first: string | undefined, operands: readonly string[], options: ReadonlySet<OptionName>): Wish {
  if (first === undefined) {
    const [option] = options;
    if (option !== undefined) throw new UsageError(`--${option} belongs to a command: ${commandsWith(option)}.`);
    return { command: 'serve', operands, options };
  }
  if (first === 'help') return { command: 'help', operands: [], options };
  if (!isCommand(first)) throw unknown(first, Object.keys(COMMANDS));
  const { operands: expected, options: allowed }: CommandEntry = COMMANDS[first];
  for (const option of options)
    if (!allowed.includes(option)) throw new UsageError(`'${first}' has no option --${option}.`);
  if (operands.length < expected.length)
    throw new UsageError(`'${first}' needs <${expected.slice(operands.length).join('> <')}>.`);
  if (operands.length > expected.length)
    throw new UsageError(`'${first}' has no use for '${operands[expected.length] ?? ''}'.`);
  return { command: first, operands, options };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function commandsWith(option: OptionName): string {
  return COMMAND_ENTRIES.filter(([, { options }]) => options.includes(option))
    .map(([name]) => name)
    .join(', ');
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
