import type { CubitRecord, RecordMessage, RowList } from '@cubit/web-client';
import { MOST_IDS } from '../../app/load-records.js';

const BATCH_MS = 80;
/** Rows that are not on the screen reload the list at most this often. */
const RELOAD_MS = 1_000;

/** Fetches the rows that the stream names again: loaded ones at once, in one request; for others the list is loaded again. */
export class LiveRows {
  readonly #store: RowList<CubitRecord>;
  #ids = new Set<string>();
  #all = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reloadedAt = Number.NEGATIVE_INFINITY;

  constructor(store: RowList<CubitRecord>) {
    this.#store = store;
  }

  /** Null: messages may have been missed. */
  note(message: RecordMessage | null): void {
    if (message?.id === undefined) this.#all = true;
    else this.#ids.add(message.id);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #flush(): void {
    this.#timer = undefined;
    const ids = [...this.#ids];
    const known = ids.filter((id) => this.#store.indexOf(id) >= 0);
    const fits = known.length <= MOST_IDS;
    this.#ids = new Set();
    if (known.length > 0 && fits) void this.#store.refresh(known);
    if (!this.#all && known.length === ids.length && fits) return;
    this.#all = false;
    this.#reload();
  }

  #reload(): void {
    const rest = this.#reloadedAt + RELOAD_MS - performance.now();
    if (rest > 0) {
      this.#all = true;
      this.#timer = setTimeout(() => this.#flush(), rest);
      return;
    }
    this.#reloadedAt = performance.now();
    this.#store.reload();
  }
}
