/** Thrown by a handler whose job cannot run now: it waits, and the attempt does not count. */
export class PostponedJob extends Error {
  override readonly name = 'PostponedJob';
  readonly delayMs: number;

  constructor(reason: string, delayMs: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}
