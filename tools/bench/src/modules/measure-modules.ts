import type { Api } from '../data/api.js';
import type { LoadedData } from '../data/load-data.js';
import { quantile, timed } from '../load/durations.js';
import { duration, type Reading } from '../report/results.js';

const ITEMS = 100;
const BINS = 4_000;
const CALLS = 15;
/** Each is counted once: for the statements, and for the time. */
const SHELVES = 30;
const LISTS = 200;
const CALL_BAR_MS = 100;
const STATEMENTS_BAR = 15;
const GENERATE_BAR_MS = 2_000;
const STORED = ['name', 'ipn', 'category', 'min_stock'];
const COMPUTED = ['on_hand', 'available', 'reserved', 'on_order', 'in_production', 'can_build', 'stock_value'];

interface ModulesOptions {
  readonly api: Api;
  readonly data: LoadedData;
  /** The statements that the program sends for a request, which is repeated several times. */
  readonly statementsOf: (request: () => Promise<unknown>) => Promise<readonly string[]>;
  readonly onProgress: (text: string) => void;
}

/** Measures actions on many records in one call, and lists with computed values, on the loaded rows. */
export async function measureModules(options: ModulesOptions): Promise<readonly Reading[]> {
  const { api, data, statementsOf, onProgress } = options;
  onProgress(`measuring: ${BINS} locations in one call`);
  const workshop = new Workshop(api, data.workspacePath);
  const room = await workshop.place('Bench room');
  const generate = await timed(() => workshop.generate(room));
  onProgress('measuring: lists with and without computed values');
  const list = (fields: readonly string[]) =>
    quantile({ count: LISTS, share: 0.5, warmUp: LISTS / 5 }, () => workshop.list(fields));
  const plain = await list(STORED);
  const computed = await list([...STORED, ...COMPUTED]);
  onProgress(`measuring: ${ITEMS} stock items in one call`);
  const shelves: string[] = [];
  for (let index = 0; index < SHELVES; index += 1) {
    const shelf = await workshop.place(`Bench shelf ${index}`, room);
    await workshop.fill(shelf, data.partIds);
    shelves.push(shelf);
  }
  const counts: string[] = [];
  for (const shelf of shelves) counts.push(await workshop.count(shelf));
  const apply = () => workshop.apply(counts.pop());
  const applyStatements = await statementsOf(apply);
  const applied = await quantile({ count: CALLS, share: 0.5 }, apply);
  const [first = '', second = ''] = shelves;
  await workshop.move(second, await workshop.place('Bench shelf aside', room));
  let isThere = false;
  const move = () => {
    isThere = !isThere;
    return isThere ? workshop.move(first, second) : workshop.move(second, first);
  };
  const moveStatements = await statementsOf(move);
  const moved = await quantile({ count: CALLS, share: 0.5 }, move);
  const statements = (id: string, title: string, value: number): Reading => ({
    id,
    title: `SQL statements of ${title}`,
    value,
    unit: 'statements',
    bar: STATEMENTS_BAR,
  });
  return [
    duration({
      id: 'generate',
      title: `${BINS} locations in one call, the first`,
      value: generate,
      bar: GENERATE_BAR_MS,
    }),
    duration({ id: 'list-plain', title: 'list of 50 parts with stored fields, p50', value: plain, bar: null }),
    duration({
      id: 'list-computed',
      title: 'list of 50 parts with computed fields as well, p50',
      value: computed,
      bar: null,
    }),
    duration({ id: 'move-100', title: `moving ${ITEMS} stock items in one call, p50`, value: moved, bar: CALL_BAR_MS }),
    statements('statements-move-100', 'moving them', moveStatements.length),
    duration({
      id: 'count-100',
      title: `applying a count of ${ITEMS} stock items, p50`,
      value: applied,
      bar: CALL_BAR_MS,
    }),
    statements('statements-count-100', 'applying it', applyStatements.length),
  ];
}

interface Answer<Result> {
  readonly result: Result;
}

interface Count {
  readonly fields: { readonly lines: readonly { readonly stock_item: string }[] };
}

/** Operations in the workspace through the API. */
class Workshop {
  readonly #api: Api;
  readonly #inventory: string;
  readonly #spaces: string;

  constructor(api: Api, workspacePath: string) {
    this.#api = api;
    this.#inventory = `${workspacePath}/modules/inventory`;
    this.#spaces = `${workspacePath}/modules/spaces`;
  }

  async place(name: string, parent?: string): Promise<string> {
    const fields = { name, type: 'shelf', ...(parent === undefined ? {} : { parent }) };
    return (await this.#api.post<{ readonly id: string }>(`${this.#spaces}/records/location`, { fields })).id;
  }

  async generate(rack: string): Promise<void> {
    const record = { kind: 'spaces:location', id: rack };
    const body = { record, input: { pattern: 'R{1-40}-S{1-100}' } };
    const { result } = await this.#api.post<Answer<{ created: number }>>(`${this.#spaces}/actions/generate`, body);
    expectAll(result.created, BINS);
  }

  async list(fields: readonly string[]): Promise<void> {
    await this.#api.get(`${this.#inventory}/records/part?limit=50&sort=name&fields=${fields.join(',')}`);
  }

  async fill(shelf: string, partIds: readonly string[]): Promise<void> {
    const operations = partIds
      .slice(0, ITEMS)
      .map((part) => ({ op: 'create', fields: { part, location: shelf, qty: 5 } }));
    await this.#api.post(`${this.#inventory}/records/stock_item/batch`, { operations });
  }

  /** Starts a count of the whole stock, and counts one more of each item. */
  async count(shelf: string): Promise<string> {
    const { count } = await this.#act<{ count: string }>('start_count', { input: { scope: { locations: [shelf] } } });
    const { fields } = await this.#api.get<Count>(`${this.#inventory}/records/count/${count}`);
    const lines = fields.lines.map(({ stock_item: line }) => ({ line, counted: 6 }));
    await this.#act('record_count', { record: { kind: 'inventory:count', id: count }, input: { lines } });
    return count;
  }

  async apply(count: string | undefined): Promise<void> {
    const record = { kind: 'inventory:count', id: count };
    expectAll((await this.#act<{ applied: number }>('apply_count', { record, input: {} })).applied, ITEMS);
  }

  async move(from: string, to: string): Promise<void> {
    const input = { from_location: from, to_location: to };
    expectAll((await this.#act<{ items: number }>('move_all', { input })).items, ITEMS);
  }

  async #act<Result>(action: string, body: object): Promise<Result> {
    return (await this.#api.post<Answer<Result>>(`${this.#inventory}/actions/${action}`, body)).result;
  }
}

/** Fails if less work was done than the figure names. */
function expectAll(done: number, wanted: number): void {
  if (done !== wanted) throw new Error(`${done} of ${wanted} were done.`);
}
