/** Invalid settings. The message has one line per fault, with the variable, the fault and what is expected. */
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
