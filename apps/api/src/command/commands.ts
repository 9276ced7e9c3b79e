/** Options of commands. */
export const OPTIONS = {
  json: 'one JSON object a line',
} as const;

export type OptionName = keyof typeof OPTIONS;

export interface CommandEntry {
  readonly operands: readonly string[];
  readonly options: readonly OptionName[];
  readonly meaning: string;
}

/** Commands beside the running program, with the same settings. Without a command the program serves. */
export const COMMANDS = {
  config: { operands: [], options: ['json'], meaning: 'list every setting with its source; secrets are left out' },
  migrate: { operands: [], options: [], meaning: 'update the database, then end; for MIGRATE=off' },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_ENTRIES: readonly (readonly [name: CommandName, entry: CommandEntry])[] = Object.entries(
  COMMANDS,
) as [CommandName, CommandEntry][];
