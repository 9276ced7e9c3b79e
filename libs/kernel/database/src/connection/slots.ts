import { afterTurns } from './turns.js';

/** A semaphore with a fixed number of slots, first come, first served. */
export class Slots {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number, waitMs: number) {
    this.#free = places;
    this.#waitMs = waitMs;
  }

  /** Acquires a slot. Returns the function that releases it, or null if none became free in time. */
  async acquire(): Promise<(() => void) | null> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#waitForSlot())) return null;
    return () => this.#release();
  }

  #waitForSlot(): Promise<boolean> {
    return new Promise((resolve) => {
      const called = () => {
        stop();
        resolve(true);
      };
      const stop = afterTurns(this.#waitMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(called), 1);
        resolve(false);
      });
      this.#waiting.push(called);
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
