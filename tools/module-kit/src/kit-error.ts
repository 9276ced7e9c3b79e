/** A fault that the author corrects: printed without a stack. */
export class KitError extends Error {
  override readonly name = 'KitError';
}
