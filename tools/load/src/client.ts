import { setTimeout as sleep } from 'node:timers/promises';

interface Operation {
  readonly op: 'create';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

export type KindId = `${string}:${string}`;

const BATCH = 500;
/** Maximum size of one request; the server accepts 1 MiB. */
const BATCH_BYTES = 900_000;
const JOB_POLL_MS = 50;

export interface ClientOptions {
  /** `http://localhost:3000`. */
  readonly url: string;
  readonly workspace: string;
  /** A session token or an API token. */
  readonly token: string;
}

/** A file of another program. */
export interface ImportFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** What an import did, as the result of its job states it. */
export interface ImportResult {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly rejected: number;
  /** Id of the file of rejected rows. */
  readonly rejects: string | null;
  /** Other records that the import created, by kind. */
  readonly records: Readonly<Record<string, number>>;
}

type Job =
  | { readonly id: string; readonly state: 'queued' | 'running' }
  | { readonly id: string; readonly state: 'succeeded'; readonly result: ImportResult }
  | { readonly id: string; readonly state: 'failed' | 'cancelled'; readonly error: unknown };

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

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
    kind: KindId,
    records: readonly Omit<Operation, 'op'>[],
    onProgress: (done: number) => void,
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const operations of batchesOf(records.map((record): Operation => ({ op: 'create', ...record })))) {
      const { results } = await this.#send<{ results: readonly { record: { id: string } }[] }>(
        `${pathOf(kind)}/batch`,
        { name: 'batch.json', content: JSON.stringify({ operations }) },
      );
      ids.push(...results.map(({ record }) => record.id));
      onProgress(ids.length);
    }
    return ids;
  }

  /** Imports a file and waits for its job. */
  async import(kind: KindId, file: ImportFile, query: Readonly<Record<string, string>>): Promise<ImportResult> {
    const { id } = await this.#send<{ id: string }>(`${pathOf(kind)}/import?${new URLSearchParams(query)}`, file);
    for (;;) {
      const job = await this.#call<Job>(`/jobs/${id}`);
      if (job.state === 'succeeded') return job.result;
      if (job.state === 'failed' || job.state === 'cancelled')
        throw new Error(`The import of ${file.name} has ${job.state}: ${JSON.stringify(job.error)}`);
      await sleep(JOB_POLL_MS);
    }
  }

  #send<Answer>(path: string, { name, content }: ImportFile): Promise<Answer> {
    const type = CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/csv';
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    };
    return this.#call<Answer>(path, { method: 'POST', headers, body: content });
  }

  async #call<Answer>(
    path: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#token}` };
    const response = await fetch(this.#base + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} answers ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
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

function pathOf(kind: KindId): string {
  const [module, local] = kind.split(':');
  return `/modules/${module}/records/${local}`;
}
