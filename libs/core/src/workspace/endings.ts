type Work = (entries: readonly unknown[]) => Promise<void>;

/** What module code has left for the end of a transaction, by key. */
export class Endings {
  readonly #left = new Map<string, { readonly entries: unknown[]; readonly work: Work }>();

  add<Entry>(key: string, entry: Entry, work: (entries: readonly Entry[]) => Promise<void>): void {
    const known = this.#left.get(key);
    if (known) known.entries.push(entry);
    else this.#left.set(key, { entries: [entry], work: work as Work });
  }

  /** Also what is left meanwhile. */
  async run(): Promise<void> {
    for (const [key, { entries, work }] of this.#left) {
      this.#left.delete(key);
      await work(entries);
    }
  }
}
