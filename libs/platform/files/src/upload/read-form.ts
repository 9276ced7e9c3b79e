import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { fail, isCubitError, type ErrorDetail } from '@cubit/core';
import type { Spooled } from './spool.js';

export interface FormFile {
  readonly name: string;
  readonly content: Spooled;
}

/** `multipart/form-data` with at most one file. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: FormFile | null;
  readonly faults: readonly ErrorDetail[];
}

interface FormOptions {
  readonly contentType: string;
  /** Names of the parts that are taken; every other one is a fault. */
  readonly fields: readonly string[];
  /** Takes in the part `file`. */
  take(content: AsyncIterable<Uint8Array>): Promise<Spooled>;
}

/** One more than there may be of each, so that too many are seen. */
const LIMITS = { fields: 8, files: 2, parts: 10, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 };

/** Reads a form as fast as its file is taken in. When it throws, what was taken in is released. */
export async function readForm(stream: AsyncIterable<Uint8Array>, options: FormOptions): Promise<Form> {
  const parser = parserOf(options.contentType);
  const progress = new Progress();
  const fields = new Map<string, string>();
  const faults: ErrorDetail[] = [];
  const refuse = (path: string, code: string, message: string) => void faults.push({ path, code, message });
  let part: BusboyFileStream | undefined;
  let taking: Promise<FormFile> | undefined;

  parser.on('error', (error) => progress.fail(formFault(error)));
  parser.on('file', (field: string, content: BusboyFileStream, name: string | undefined) => {
    // Where the form ends too early, the parser breaks the part that it is in: an error that nobody takes ends the process.
    content.on('error', (error) => {
      // Whoever takes it in stopped, for a reason of its own.
      if (error.name === 'AbortError') return;
      progress.fail(formFault(error));
      content.destroy(error);
    });
    if (field !== 'file' || taking) {
      content.resume();
      return refuse(`/${field}`, 'unknown', field === 'file' ? 'There is more than one file.' : 'Unknown part.');
    }
    part = content;
    taking = options.take(bytesOf(content)).then((spooled) => ({ name: readName(name), content: spooled }));
    taking.catch((error: unknown) => progress.fail(error));
  });
  parser.on('field', (name: string, value: string, _cut: boolean, truncated: boolean) => {
    if (name === 'file') return refuse('/file', 'type', '`file` must be a file: a part with a file name.');
    if (!options.fields.includes(name)) return refuse(`/${name}`, 'unknown', 'Unknown part.');
    if (truncated || fields.has(name)) return refuse(`/${name}`, 'length', 'It is too long, or there twice.');
    fields.set(name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(limit, () => progress.fail(fail('invalid_request', 'The form has too many parts.')));

  try {
    for await (const chunk of stream) await progress.step((done) => parser.write(chunk, done));
    await progress.step((done) => parser.once('finish', done).end());
    return { fields, faults, file: (await taking) ?? null };
  } catch (error) {
    // Nothing more comes, so whoever waits for the rest of the file has to be told.
    part?.destroy(new Error('The form was broken off.'));
    await taking?.then(
      ({ content }) => content.release(),
      () => {},
    );
    throw error;
  }
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch (error) {
    throw formFault(error);
  }
}

function formFault(cause: unknown) {
  return fail('invalid_request', 'The body is not well-formed multipart/form-data.', { cause });
}

/** Browsers write a quotation mark in a file name as `%22`. */
function readName(name = ''): string {
  return name.replaceAll('%22', '"');
}

/** The parser tells of a form that ends too early by breaking the part that it is in. */
async function* bytesOf(part: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* part as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isCubitError(error) ? error : formFault(error);
  }
}

/** Steps of which each may be ended by a failure elsewhere. The parser calls nobody back once it is broken. */
class Progress {
  #failure: { readonly error: unknown } | null = null;
  #wake: (() => void) | null = null;

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  async step(begin: (done: () => void) => void): Promise<void> {
    if (!this.#failure)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        begin(resolve);
      });
    if (this.#failure) throw this.#failure.error;
  }
}
