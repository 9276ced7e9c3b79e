import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fail } from '@cubit/core';

/** Estimates whether a password can be guessed within a few million attempts. */
export interface PasswordStrengthChecker {
  /** `context`: what an attacker knows about the account (address, names). */
  isTooGuessable(password: string, context: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** zxcvbn scores are 0 to 4; 3 needs some 10^8 guesses. */
const MIN_SCORE = 3;
/** zxcvbn takes time quadratic in the length. Further characters do not make a password easier to guess. */
const CHECKED_LENGTH = 72;
const IDLE_MS = 60_000;
/** Next to this file, with the same extension: source, transpiled, or bundled. */
const WORKER_URL = new URL(`./guess-worker${extname(import.meta.url)}`, import.meta.url);

interface PendingScore {
  readonly resolve: (score: number) => void;
  readonly reject: (error: Error) => void;
}

/** Runs zxcvbn with its word lists (some 30 MB) in a worker thread, started with the first password and ended when idle. */
export class PasswordStrengthThread implements PasswordStrengthChecker {
  readonly #idleMs: number;
  readonly #pending = new Map<number, PendingScore>();
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #lastId = 0;

  constructor({ idleMs = IDLE_MS }: { readonly idleMs?: number } = {}) {
    this.#idleMs = idleMs;
  }

  /** Whether the thread runs. */
  get running(): boolean {
    return this.#worker !== null;
  }

  async isTooGuessable(password: string, context: readonly string[]): Promise<boolean> {
    const judged = [...password.normalize('NFC')].slice(0, CHECKED_LENGTH).join('');
    return (await this.#scoreOf(judged, context)) < MIN_SCORE;
  }

  async close(): Promise<void> {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    const worker = this.#worker;
    this.#worker = null;
    this.#rejectAll(new Error('The program is stopping.'));
    await worker?.terminate();
  }

  #scoreOf(password: string, context: readonly string[]): Promise<number> {
    const id = (this.#lastId += 1);
    return new Promise<number>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      if (this.#idleTimer) clearTimeout(this.#idleTimer);
      this.#idleTimer = null;
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, password, context });
    });
  }

  #start(): Worker {
    const worker = new Worker(WORKER_URL);
    worker.unref();
    worker.on('message', ({ id, score }: { readonly id: number; readonly score: number }) => {
      this.#pending.get(id)?.resolve(score);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#closeWhenIdle();
    });
    worker.on('error', (error) => this.#handleExit(worker, error as Error));
    worker.on('exit', () => this.#handleExit(worker, new Error('The password strength thread has ended.')));
    return worker;
  }

  #closeWhenIdle(): void {
    this.#idleTimer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }

  /** The next password starts a new thread. */
  #handleExit(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#rejectAll(error);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

interface Account {
  readonly email: string;
  readonly name: string;
  /** Public address of the instance. */
  readonly publicUrl: string;
}

/** Throws `422 too_guessable`. Only for new passwords, never when a password is compared. */
export async function requireStrongPassword(
  judge: PasswordStrengthChecker,
  password: string,
  account: Account,
): Promise<void> {
  if (!(await judge.isTooGuessable(password, contextOf(account)))) return;
  const message = 'is too easy to guess: use a few words that are unrelated to each other and to you.';
  throw fail('too_guessable', `The password ${message}`, {
    details: [{ path: '/password', code: 'too_guessable', message }],
  });
}

const PRODUCT = 'cubit';
const MIN_WORD_LENGTH = 3;

function contextOf({ email, name, publicUrl }: Account): readonly string[] {
  const { hostname } = new URL(publicUrl);
  const whole = [email, name, hostname].map((text) => text.trim());
  const words = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= MIN_WORD_LENGTH);
  return [...new Set([...whole, ...words, PRODUCT])];
}
