import type { CubitRecord } from './record-types.js';

/** Other people changed what a change or an undo is about, so it was not made. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
  /** The record as it is now. */
  readonly now: CubitRecord;

  /** `titles` are those of the fields, or of records if it is about many. */
  constructor(titles: readonly string[], now: CubitRecord) {
    const quoted = titles.map((title) => `“${title}”`).join(', ');
    super(`Somebody else changed ${quoted} in the meantime. Nothing was overwritten.`);
    this.now = now;
  }
}
