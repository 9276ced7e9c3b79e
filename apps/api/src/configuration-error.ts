/** Settings that cannot be used. The message has a line per fault, each naming the variable, what is wrong and what would do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(faults: readonly string[]) {
    super(
      faults.length === 1
        ? (faults[0] ?? '')
        : `The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
}
