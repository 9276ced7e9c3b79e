import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import { fail } from '@cubit/core';
import type { Logger } from '@cubit/core/host';
import { readBlobKey, type BlobKey, type BlobSource, type BlobStore, type ByteRange } from './blob-store.js';

export interface S3Settings {
  /** `https://s3.example.org`. Absent: Amazon's endpoint of the region. */
  readonly endpoint?: string;
  readonly bucket: string;
  /** Default `us-east-1`. */
  readonly region?: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Time limit for the first byte of an answer. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Time limit of one upload request: enough for the largest file on a slow line. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
/** Time limit of `fault`. */
const FAULT_TIMEOUT_MS = 5_000;
const RETRIES = 2;
const BUCKET_ANSWERS: Readonly<Record<number, string>> = {
  301: ': it is in another region',
  403: ': the key is wrong, or may not use it',
  404: ': it does not exist',
};

/** Stores contents as objects `<workspace>/<sha-256>` in a bucket of any S3-compatible service. */
export class S3Store implements BlobStore {
  readonly place: string;
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #log: Logger;

  constructor(
    { endpoint, bucket, region = 'us-east-1', accessKeyId, secretAccessKey }: S3Settings,
    { log }: { readonly log: Logger },
  ) {
    this.#log = log;
    // Amazon requires the bucket in the host name; other services accept it in the path.
    this.#base =
      endpoint === undefined
        ? `https://${bucket}.s3.${region}.amazonaws.com`
        : `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    this.place = this.#base;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  }

  async put({ path, sha256, workspaceId }: BlobSource): Promise<void> {
    // Streamed from disk. The known size prevents chunked encoding, which S3 does not accept.
    const body = await openAsBlob(path);
    await this.#send('PUT', nameOf({ workspaceId, sha256 }), {
      body,
      headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
  }

  async has(key: BlobKey): Promise<boolean> {
    const { status } = await this.#send('HEAD', nameOf(key), { allowed: [404] });
    return status !== 404;
  }

  async read(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const { body } = await this.#send('GET', nameOf(key), { headers });
    return body ? chunksOf(body) : emptyStream();
  }

  async remove(key: BlobKey): Promise<void> {
    await this.#send('DELETE', nameOf(key), { allowed: [404] });
  }

  async fault(): Promise<string | null> {
    const signal = AbortSignal.timeout(FAULT_TIMEOUT_MS);
    try {
      const { ok, status } = await this.#client.fetch(`${this.#base}/`, { method: 'HEAD', signal });
      if (ok) return null;
      return `the bucket answers ${status}${BUCKET_ANSWERS[status] ?? ''}`;
    } catch (error) {
      return `the store cannot be reached (${codeOf(error)})`;
    }
  }

  async *list(): AsyncGenerator<BlobKey & { readonly modifiedAt: Date }> {
    let continuation: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2' });
      if (continuation !== undefined) query.set('continuation-token', continuation);
      const response = await this.#send('GET', `?${query.toString()}`);
      const page = await response.text();
      for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const key = readBlobKey(element(entry, 'Key') ?? '');
        const modifiedAt = new Date(element(entry, 'LastModified') ?? '');
        if (key && !Number.isNaN(modifiedAt.getTime())) yield { ...key, modifiedAt };
      }
      continuation = element(page, 'NextContinuationToken');
    } while (continuation !== undefined);
  }

  async #send(
    method: string,
    name: string,
    {
      allowed = [],
      timeoutMs = ANSWER_TIMEOUT_MS,
      ...init
    }: {
      readonly headers?: Record<string, string>;
      readonly body?: Blob;
      readonly allowed?: readonly number[];
      readonly timeoutMs?: number;
    } = {},
  ): Promise<Response> {
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), timeoutMs);
    try {
      const request = { method, ...init, signal: begun.signal };
      const response = await this.#client.fetch(`${this.#base}/${name}`, request);
      if (response.ok || allowed.includes(response.status)) return response;
      // The error text of the store may contain keys, so it is only logged.
      const answer = await response.text();
      throw new Error(`It answered ${response.status} to ${method}: ${answer.slice(0, 500)}`);
    } catch (error) {
      this.#log.error({ err: error, place: this.place }, 'the store of files does not answer as it should');
      throw fail('unavailable', 'The file store is not available.', {
        headers: { 'retry-after': '5' },
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** `ECONNREFUSED`. `fetch` puts the error of the system into the cause. */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { readonly code?: unknown; readonly cause?: unknown; readonly name?: string };
  if (typeof code === 'string') return code;
  return cause === undefined || cause === null ? (name ?? 'Error') : codeOf(cause);
}

function nameOf({ workspaceId, sha256 }: BlobKey): string {
  return `${workspaceId}/${sha256}`;
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** Releases the connection even if no chunk is read, which a generator would not do. */
function chunksOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const reader = body.getReader();
      return {
        next: () => reader.read() as Promise<IteratorResult<Uint8Array>>,
        return: async () => {
          await reader.cancel();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {
  // Nothing to give.
}
