interface RecordAnswer {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly op: 'create';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

const BATCH = 500;
/** A filter has at most a thousand characters. */
const VALUES_PER_FILTER = 15;
/** Maximum size of one request; the server accepts 1 MiB. */
const BATCH_BYTES = 900_000;

export interface ClientOptions {
  /** `http://localhost:3000`. */
  readonly url: string;
  readonly workspace: string;
  /** A session token or an API token. */
  readonly token: string;
}

export interface FindManyOptions {
  /** The field to compare with the values. */
  readonly field: string;
  readonly values: readonly string[];
  /** Required values of other fields. Default: none. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The calls of the public API that the loader needs. */
export class Client {
  readonly #base: string;
  readonly #token: string;

  constructor({ url, workspace, token }: ClientOptions) {
    this.#base = `${url.replace(/\/$/, '')}/api/v1/orgs/${workspace}`;
    this.#token = token;
  }

  /** Creates records in as few requests as possible. Returns their ids in the same order. */
  async createAll(
    kind: `${string}:${string}`,
    records: readonly Omit<Operation, 'op'>[],
    onProgress: (done: number) => void,
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const operations of batchesOf(records.map((record): Operation => ({ op: 'create', ...record })))) {
      const { results } = (await this.#call('POST', `${pathOf(kind)}/batch`, { operations })) as {
        results: readonly { record: RecordAnswer }[];
      };
      ids.push(...results.map(({ record }) => record.id));
      onProgress(ids.length);
    }
    return ids;
  }

  /** Every record of a kind, read in pages. */
  async *list(kind: `${string}:${string}`, fields: string): AsyncGenerator<RecordAnswer> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: '200', fields, ...(cursor === '' ? {} : { cursor }) });
      const page = (await this.#call('GET', `${pathOf(kind)}?${query}`)) as {
        data: readonly RecordAnswer[];
        next_cursor: string | null;
      };
      yield* page.data;
      cursor = page.next_cursor;
    }
  }

  /** Records whose fields have these values. */
  async find(kind: `${string}:${string}`, fields: Readonly<Record<string, string>>): Promise<readonly RecordAnswer[]> {
    const filter = Object.entries(fields).map(([name, value]) => `${name} == ${JSON.stringify(value)}`);
    const query = new URLSearchParams({ filter: filter.join(' && ') });
    return ((await this.#call('GET', `${pathOf(kind)}?${query}`)) as { data: readonly RecordAnswer[] }).data;
  }

  /** Ids of the records whose field has one of the values, by value. */
  async findMany(
    kind: `${string}:${string}`,
    { field, values, fields = {} }: FindManyOptions,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const wanted = [...new Set(values)];
    for (let from = 0; from < wanted.length; from += VALUES_PER_FILTER) {
      const some = wanted.slice(from, from + VALUES_PER_FILTER).map((value) => JSON.stringify(value));
      const others = Object.entries(fields).map(([name, value]) => `${name} == ${JSON.stringify(value)}`);
      const filter = [`${field} in [${some.join(', ')}]`, ...others].join(' && ');
      const query = new URLSearchParams({ limit: '200', filter });
      const page = (await this.#call('GET', `${pathOf(kind)}?${query}`)) as { data: readonly RecordAnswer[] };
      for (const record of page.data) found.set(String(record.fields[field]), record.id);
    }
    return found;
  }

  async run(action: `${string}:${string}`, record: { readonly kind: string; readonly id: string }): Promise<void> {
    const [module, local] = action.split(':');
    await this.#call('POST', `/modules/${module}/actions/${local}`, { record, input: {} });
  }

  async enable(module: string): Promise<void> {
    await this.#call('PATCH', `/modules/${module}`, { enabled: true });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

function batchesOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const batches: Operation[][] = [];
  let bytes = BATCH_BYTES;
  for (const operation of operations) {
    const size = Buffer.byteLength(JSON.stringify(operation));
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH || bytes + size > BATCH_BYTES) {
      batches.push([operation]);
      bytes = size;
    } else {
      last.push(operation);
      bytes += size;
    }
  }
  return batches;
}

function pathOf(kind: `${string}:${string}`): string {
  const [module, local] = kind.split(':');
  return `/modules/${module}/records/${local}`;
}
