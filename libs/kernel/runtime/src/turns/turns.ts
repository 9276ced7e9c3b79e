import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const STOP_GRACE_MS = 8_000;
/** For how long a workspace whose turns wait for each other gets one turn at a time. */
const CONTENDED_MS = 1_000;

interface TurnsOptions {
  /** Maximum number of turns at the same time in this process. */
  readonly concurrency: number;
  /** Maximum number of turns at the same time for one workspace. */
  readonly perWorkspace: number;
  /** Does due work of the workspace for a limited time. Must not throw. */
  readonly serve: (workspaceId: string) => Promise<void>;
}

/**
 * Gives workspaces with due work (runs of wires, jobs of modules) their turns, in rotation: a workspace that has had its turn waits behind all
 * others that wait. A ring always leads to a turn that starts after it.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** In the order of their turns. */
  readonly #waiting = new Set<string>();
  /** Number of turns at the moment, by workspace. */
  readonly #active = new Map<string, number>();
  /** When the workspace may have several turns at a time again. */
  readonly #contendedUntilMs = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Map<string, { readonly atMs: number; readonly timer: NodeJS.Timeout }>();
  /** A turn is not part of the request or the job that rings, and has not its time limits. */
  readonly #detached = AsyncLocalStorage.snapshot();
  #open = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Whether a workspace that rings gets its turn at once. */
  get hasRoom(): boolean {
    return this.#open && this.#waiting.size === 0 && this.#running.size < this.#options.concurrency;
  }

  start(): void {
    this.#open = true;
  }

  /** Starts no more turns and waits for active ones up to a limit. The work of an interrupted turn is left to another process. */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#open = false;
    this.#waiting.clear();
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const abort = new AbortController();
    const timeout = delay(graceMs, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#running), timeout]);
    abort.abort();
  }

  /** The workspace may have due work. */
  ring(workspaceId: string): void {
    if (!this.#open) return;
    this.#waiting.add(workspaceId);
    this.#fill();
  }

  /** Work of the workspace will be due. Remembers the earliest time of each workspace; the sweep finds other work. */
  ringLater(workspaceId: string, delayMs: number): void {
    const atMs = performance.now() + delayMs;
    const known = this.#timers.get(workspaceId);
    if (!this.#open || (known && known.atMs <= atMs)) return;
    if (known) clearTimeout(known.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(workspaceId);
      this.ring(workspaceId);
    }, delayMs);
    this.#timers.set(workspaceId, { atMs, timer });
  }

  /** A turn of the workspace waited for locks that probably another one held: it gets one turn at a time for a while. */
  separate(workspaceId: string): void {
    this.#contendedUntilMs.set(workspaceId, performance.now() + CONTENDED_MS);
  }

  #fill(): void {
    const { concurrency } = this.#options;
    for (const workspaceId of this.#waiting) {
      if (this.#running.size >= concurrency) return;
      if ((this.#active.get(workspaceId) ?? 0) >= this.#limitOf(workspaceId)) continue;
      this.#waiting.delete(workspaceId);
      this.#start(workspaceId);
    }
  }

  #limitOf(workspaceId: string): number {
    const untilMs = this.#contendedUntilMs.get(workspaceId);
    if (untilMs === undefined) return this.#options.perWorkspace;
    if (performance.now() < untilMs) return 1;
    this.#contendedUntilMs.delete(workspaceId);
    return this.#options.perWorkspace;
  }

  #start(workspaceId: string): void {
    this.#active.set(workspaceId, (this.#active.get(workspaceId) ?? 0) + 1);
    const running = this.#detached(() => this.#options.serve(workspaceId)).finally(() => {
      this.#running.delete(running);
      const left = (this.#active.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#active.delete(workspaceId);
      else this.#active.set(workspaceId, left);
      this.#fill();
    });
    this.#running.add(running);
  }
}
