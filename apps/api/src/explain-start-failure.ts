import { inspect } from 'node:util';

/** Errors whose message was written for whoever starts the program. Told by name: the database's code is not loaded for this. */
const EXPLAINED = new Set(['ConfigurationError', 'StartError', 'DatabaseStartError', 'RegistryError']);

/** One clear line for what an operator can mend; a defect is shown whole. */
export function explainStartFailure(error: unknown): string {
  const isExplained = error instanceof Error && EXPLAINED.has(error.name);
  return `Cubit cannot start. ${isExplained ? error.message : inspect(error)}`;
}
