/** A value that can be watched. */
export interface Watchable<Value> {
  readonly value: Value;
  /** Calls `listener` after each change. Returns the function that ends it. */
  watch(listener: () => void): () => void;
}

export class Watched<Value> implements Watchable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
