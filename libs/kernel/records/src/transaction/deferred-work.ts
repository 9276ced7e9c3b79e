type Work = (entries: readonly unknown[]) => Promise<void>;

/** The work that module code deferred to the end of the transaction, by key. */
export class DeferredWork {
  readonly #left = new Map<string, { readonly entries: unknown[]; readonly work: Work }>();

  add<Entry>(key: string, entry: Entry, work: (entries: readonly Entry[]) => Promise<void>): void {
    const known = this.#left.get(key);
    if (known) known.entries.push(entry);
    else this.#left.set(key, { entries: [entry], work: work as Work });
  }

  /** Also runs work that is deferred meanwhile. */
  async run(): Promise<void> {
    for (const [key, { entries, work }] of this.#left) {
      this.#left.delete(key);
      await work(entries);
    }
  }
}
