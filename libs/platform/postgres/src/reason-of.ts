/** The message of an error. Checked by shape: errors of Node's modules may come from another realm, as in tests. */
export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
