import { inspect } from 'node:util';

/** Errors with a message for operators. Compared by name, so that the database code need not be loaded. */
const EXPLAINED = new Set(['ConfigurationError', 'StartError', 'DatabaseStartError', 'RegistryError']);

/** One line for errors that an operator can fix; the full stack for a defect. */
export function explainStartFailure(error: unknown): string {
  const isExplained = error instanceof Error && EXPLAINED.has(error.name);
  return `Cubit cannot start. ${isExplained ? error.message : inspect(error)}`;
}
