import type { RowDraft } from './row-draft.js';

/** Rows of one transaction: enough that its own statements weigh little, few enough that nobody waits long for a lock. */
export const BATCH_ROWS = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;

/** Makes the next one ready while the one before is worked on. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = values.next();
      // Heard of when its turn comes; until then it is nobody's.
      next.catch(() => {});
      yield value as Value;
    }
  } finally {
    await values.return(undefined);
  }
}

/** Groups rows, in their order. A row about the same record as one before it begins a new batch: it shall find what that one wrote. */
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
