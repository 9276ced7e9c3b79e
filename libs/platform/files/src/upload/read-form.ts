import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type ErrorDetail, errorOf, isCubitError } from '@cubit/core';
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
  /** Names of the accepted parts; every other part is a fault. */
  readonly fields: readonly string[];
  /** Receives the part `file`. */
  take(content: AsyncIterable<Uint8Array>): Promise<Spooled>;
}

/** One more than is allowed of each, so that an excess is detected. */
const LIMITS = { fields: 8, files: 2, parts: 10, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 };

/** Reads a form at the speed at which its file is received. If it throws, the received file is released. */
export async function readForm(stream: AsyncIterable<Uint8Array>, options: FormOptions): Promise<Form> {
  const parser = parserOf(options.contentType);
  const progress = new Progress();
  const fields = new Map<string, string>();
  const faults: ErrorDetail[] = [];
  const addFault = (fault: ErrorDetail) => void faults.push(fault);
  let part: BusboyFileStream | undefined;
  let taking: Promise<FormFile> | undefined;

  parser.on('error', (error) => progress.fail(formFault(error)));
  parser.on('file', (field: string, content: BusboyFileStream, name: string | undefined) => {
    // If the form ends too early, the parser emits an error on the current part; unhandled, it would end the process.
    content.on('error', (error) => {
      // The receiver stopped and reports its own reason.
      if (error.name === 'AbortError') return;
      progress.fail(formFault(error));
      content.destroy(error);
    });
    if (field !== 'file' || taking) {
      content.resume();
      return addFault({
        path: `/${field}`,
        code: 'unknown',
        message: field === 'file' ? 'There is more than one file.' : 'Unknown part.',
      });
    }
    part = content;
    taking = options.take(bytesOf(content)).then((spooled) => ({ name: readName(name), content: spooled }));
    taking.catch((error: unknown) => progress.fail(error));
  });
  parser.on(
    'field',
    (...[name, value, , truncated]: [name: string, value: string, cut: boolean, truncated: boolean]) => {
      if (name === 'file')
        return addFault({ path: '/file', code: 'type', message: '`file` must be a file: a part with a file name.' });
      if (!options.fields.includes(name))
        return addFault({ path: `/${name}`, code: 'unknown', message: 'Unknown part.' });
      if (truncated || fields.has(name))
        return addFault({ path: `/${name}`, code: 'length', message: 'It is too long, or occurs twice.' });
      fields.set(name, value);
    },
  );
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(limit, () => progress.fail(errorOf('invalid_request', 'The form has too many parts.')));

  try {
    for await (const chunk of stream) await progress.step((done) => parser.write(chunk, done));
    await progress.step((done) => parser.once('finish', done).end());
    return { fields, faults, file: (await taking) ?? null };
  } catch (error) {
    // No more data follows; the receiver of the file must not wait for it.
    part?.destroy(new Error('The form ended too early.'));
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
  return errorOf('invalid_request', 'The body is not well-formed multipart/form-data.', { cause });
}

/** Browsers write a quotation mark in a file name as `%22`. */
function readName(name = ''): string {
  return name.replaceAll('%22', '"');
}

/** Turns errors of the part into form faults: the parser emits one if the form ends too early. */
async function* bytesOf(part: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* part as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isCubitError(error) ? error : formFault(error);
  }
}

/** Runs steps of the parser and ends them on failure: after an error the parser never calls back. */
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
