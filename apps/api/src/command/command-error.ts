/** A command cannot do what it was asked for. The message is for operators, and the program ends with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
