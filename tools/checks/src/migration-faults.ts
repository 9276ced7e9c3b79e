/** A statement of a migration that programs of the version before cannot work with, or that stops them for long. */
export interface MigrationFault {
  /** From 1 on. */
  readonly line: number;
  readonly message: string;
}

type Judge = (statement: string, created: ReadonlySet<string>) => string | undefined;

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?"?([a-z_][\w.]*)"?`;
const tableOf = (statement: string, before: string) => new RegExp(`\\b${before} ${NAME}`).exec(statement)?.[1] ?? '';

/** In order; the first that applies names the fault. Statements are in lower case, with single spaces. */
const JUDGES: readonly Judge[] = [
  (text) =>
    /\brename\b|\.rename(?:to|column)\(/.test(text) ? 'renames: add the new name, and contract later' : undefined,
  (text) =>
    /\bdrop (?!not null)\w|\.drop(?:table|column|constraint|index|view|type)\(/.test(text)
      ? 'drops: this belongs to a contract'
      : undefined,
  (text) =>
    /\balter (?:column )?\S+ (?:set data )?type\b|\.setdatatype\(/.test(text)
      ? 'changes a type: add a column, and contract later'
      : undefined,
  (text) =>
    /\bset not null\b|\.setnotnull\(/.test(text) ? 'sets NOT NULL: earlier versions leave the column out' : undefined,
  (text) => {
    const added =
      /\badd (?:column )?(?!constraint|check|foreign|primary|unique)[^,;]*\bnot null\b(?![^,;]*\bdefault\b)/;
    return /\balter table\b/.test(text) && added.test(text)
      ? 'adds a column that is NOT NULL without a default: earlier versions leave it out'
      : undefined;
  },
  (text, created) =>
    (/\bcreate (?:unique )?index\b(?! concurrently)/.test(text) && !created.has(tableOf(text, 'on'))) ||
    text.includes('.createindex(')
      ? 'creates an index that is not CONCURRENTLY: writers wait for it'
      : undefined,
  (text, created) => {
    const table = tableOf(text, 'alter table');
    const checks = /\badd (?:constraint \S+ )?(?:check|foreign key)\b|\breferences\b/.test(text);
    return checks && table !== '' && !created.has(table) && !/\bnot valid\b/.test(text)
      ? 'adds a constraint that is not NOT VALID: it reads the whole table under a lock'
      : undefined;
  },
];

const NAMED = /(?:^|\/)\d+-(expand|contract)-[\w-]+\.ts$/;

/** Faults of a migration file, judged by its name: `NNNN-expand-...` or `NNNN-contract-...`, for which everything is allowed. */
export function migrationFaults(file: string, source: string): readonly MigrationFault[] {
  const sort = NAMED.exec(file)?.[1];
  if (sort === undefined)
    return [{ line: 1, message: 'is named neither NNNN-expand-<name>.ts nor NNNN-contract-<name>.ts' }];
  if (sort === 'contract') return [];
  const statements = statementsOf(source);
  const created = new Set(
    statements.map(({ text }) => tableOf(text, 'create (?:unlogged )?table')).filter((name) => name !== ''),
  );
  return statements.flatMap(({ text, line }) => {
    const message = JUDGES.map((judge) => judge(text, created)).find((fault) => fault !== undefined);
    return message === undefined ? [] : [{ line, message }];
  });
}

interface Statement {
  readonly text: string;
  readonly line: number;
}

/** Comments are blanked, so that lines keep their numbers. A function body counts as statements of its own. */
function statementsOf(source: string): readonly Statement[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(?:\/\/|--).*/g, blank);
  const statements: Statement[] = [];
  let start = 0;
  for (const part of code.split(/[;`]/)) {
    const skipped = /^\s*/.exec(part)?.[0] ?? '';
    const line = code.slice(0, start + skipped.length).split('\n').length;
    statements.push({ text: part.trim().toLowerCase().replaceAll(/\s+/g, ' '), line });
    start += part.length + 1;
  }
  return statements.filter(({ text }) => text !== '');
}
