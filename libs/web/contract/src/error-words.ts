/** What an error says to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `X-Request-Id` of the answer that an error is about, to copy into a report; undefined if there was no answer. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined;
}
