import { parseArgs } from 'node:util';

/** Values of `--only`: figures, and groups of readings. */
export const MEASURED = [
  'read',
  'list',
  'list-reference',
  'list-unindexed',
  'page-1',
  'page-deep',
  'page-cost',
  'create',
  'batch',
  'use',
  'openapi',
  'modules',
  'platform',
  'wires',
] as const;
export type Measured = (typeof MEASURED)[number];

/** The command line options of the benchmark. */
export interface BenchOptions {
  /** Records of `inventory:part`. Default 100,000. */
  readonly parts: number;
  /** Records of `inventory:stock_item`. Default 25,000; 250,000 with `--full`. */
  readonly stockItems: number;
  /** Length of one round of one server, in seconds. Default 2. */
  readonly seconds: number;
  /** Rounds of each server for each figure. Default 5. */
  readonly rounds: number;
  /** Requests in flight. Default 50. */
  readonly connections: number;
  /** What to measure. Empty: everything. */
  readonly only: readonly Measured[];
  /** File for the results as JSON; null: none. */
  readonly json: string | null;
  /** Folder for a CPU profile of the program under load. Null: no profile, and no cost. */
  readonly cpuProfile: string | null;
  readonly help: boolean;
}

export const USAGE = `npm run bench -- [options]

  --parts N         parts to load (default 100000)
  --stock N         stock items to load (default 25000)
  --full            250,000 stock items
  --seconds S       length of one round (default 2)
  --rounds R        rounds of each server for each figure (default 5)
  --connections C   requests in flight (default 50)
  --only A,B        these figures alone: ${MEASURED.join(', ')}
  --json FILE       write the results as JSON as well
  --cpu-profile DIR write a CPU profile of the program (it is slower for it)
`;

const FULL_STOCK_ITEMS = 250_000;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: { type: 'string', default: '100000' },
      stock: { type: 'string', default: '25000' },
      full: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '50' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      'cpu-profile': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    parts: whole('parts', values.parts),
    stockItems: values.full ? FULL_STOCK_ITEMS : whole('stock', values.stock),
    seconds: positive('seconds', values.seconds),
    rounds: whole('rounds', values.rounds),
    connections: whole('connections', values.connections),
    only: values.only
      .split(',')
      .filter((id) => id !== '')
      .map(measured),
    json: values.json ?? null,
    cpuProfile: values['cpu-profile'] ?? null,
    help: values.help,
  };
}

function measured(name: string): Measured {
  const known = MEASURED.find((id) => id === name);
  if (!known) throw new TypeError(`There is no figure '${name}'; there are ${MEASURED.join(', ')}.`);
  return known;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new TypeError(`--${name} must be more than 0, not '${text}'.`);
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isInteger(value)) throw new TypeError(`--${name} must be a whole number, not '${text}'.`);
  return value;
}
