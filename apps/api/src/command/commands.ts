export interface OptionEntry {
  /** What stands in place of the value in `--help`; absent: the option has no value. */
  readonly value?: string;
  readonly meaning: string;
}

/** Options of commands. */
export const OPTIONS = {
  json: { meaning: 'one JSON object a line' },
  'keep-sessions': { meaning: 'people stay signed in' },
  verify: { meaning: 'restore into a temporary database, compare, and leave the configured one alone' },
  workspace: { value: 'slug', meaning: 'the workspace' },
  yes: { meaning: 'answers every question with yes' },
} as const satisfies Readonly<Record<string, OptionEntry>>;

export type OptionName = keyof typeof OPTIONS;

export const OPTION_ENTRIES: readonly (readonly [name: OptionName, entry: OptionEntry])[] = Object.entries(OPTIONS) as [
  OptionName,
  OptionEntry,
][];

export interface CommandEntry {
  readonly operands: readonly string[];
  readonly options: readonly OptionName[];
  /** Options that it cannot do without. */
  readonly needed?: readonly OptionName[];
  readonly meaning: string;
}

/** Commands beside the running program, with the same settings. Without a command the program serves. A name has one word or two. */
export const COMMANDS = {
  start: { operands: [], options: [], meaning: 'serve, as without a command' },
  config: { operands: [], options: ['json'], meaning: 'list every setting with its source; secrets are left out' },
  doctor: {
    operands: [],
    options: ['json'],
    meaning: 'examine the instance, and name what to do: exit code 1 if something is bad; changes nothing',
  },
  migrate: { operands: [], options: [], meaning: 'update the database, then end; for MIGRATE=off' },
  backup: {
    operands: ['file'],
    options: ['json'],
    meaning: 'write the whole instance to a file, also while it runs; the file contains all secrets',
  },
  restore: {
    operands: ['file'],
    options: ['yes', 'verify', 'keep-sessions', 'json'],
    meaning: 'restore a backup into an empty database or DATA_DIR',
  },
  'modules list': { operands: [], options: ['json'], meaning: 'list the modules that are not part of the product' },
  'modules plan': {
    operands: ['archive'],
    options: ['json'],
    meaning: 'show what a packed module would change: exit code 0 nothing, 3 changes, 1 refused',
  },
  'modules add': {
    operands: ['archive'],
    options: ['yes'],
    meaning: 'install a packed module, for the next start without another process',
  },
  'modules apply': {
    operands: ['plan'],
    options: ['yes', 'json'],
    meaning: 'change the records for an added module as its plan says, while no process runs',
  },
  'modules remove': {
    operands: ['name'],
    options: ['yes'],
    meaning: 'take a module out of the instance at that start; its records stay',
  },
  'modules enable': {
    operands: ['name'],
    options: ['workspace'],
    needed: ['workspace'],
    meaning: 'enable a module in a workspace',
  },
  'modules disable': {
    operands: ['name'],
    options: ['workspace'],
    needed: ['workspace'],
    meaning: 'disable a module in a workspace; its records stay',
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_ENTRIES: readonly (readonly [name: CommandName, entry: CommandEntry])[] = Object.entries(
  COMMANDS,
) as [CommandName, CommandEntry][];
