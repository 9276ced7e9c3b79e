import type { RowDraft } from './row-draft.js';

/** Rows per transaction: enough to make its fixed cost small, few enough to keep locks short. */
export const BATCH_ROWS = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;

/** Prepares the next item while the current one is processed. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = values.next();
      // The error is thrown when the item is awaited; until then the rejection must not be unhandled.
      next.catch(() => {});
      yield value as Value;
    }
  } finally {
    await values.return(undefined);
  }
}

/** Groups rows in order. A second row about the same record starts a new batch, so that it sees what the first wrote. */
export async function* batchesOf(
  drafts: AsyncIterable<RowDraft>,
  keyOf: (draft: RowDraft) => string | null,
): AsyncGenerator<readonly RowDraft[]> {
  let batch: RowDraft[] = [];
  let length = 0;
  const keys = new Set<string>();
  for await (const draft of drafts) {
    const key = keyOf(draft);
    if (batch.length >= BATCH_ROWS || length > BATCH_LENGTH || (key !== null && keys.has(key))) {
      yield batch;
      [batch, length] = [[], 0];
      keys.clear();
    }
    batch.push(draft);
    length += draft.source.length;
    if (key !== null) keys.add(key);
  }
  if (batch.length > 0) yield batch;
}
