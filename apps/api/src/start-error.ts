/** The reason why the program cannot start, for operators. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
