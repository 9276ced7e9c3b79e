/** The client disconnected before its request was complete. No answer is sent. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
