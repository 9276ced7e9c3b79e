/** What an error says. Told by its shape: errors of Node's own modules may come from another realm than ours, as in tests. */
export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
