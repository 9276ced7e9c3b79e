/** The package that a module is from. */
export interface ModuleOrigin {
  /** Name of the module; the specifier where the package does not name it. */
  readonly module: string;
  /** Name of the package; null for a file without one. */
  readonly package: string | null;
  readonly version: string | null;
}

/** One thing that is wrong with a module: which, and what to do. */
export interface ModuleFault {
  readonly origin: ModuleOrigin;
  /** The place and a remedy. */
  readonly message: string;
}

/** `Module 'laser' (package 'cubit-module-laser' 1.2.0): ...`. */
export function faultText({ origin, message }: ModuleFault): string {
  const { module, package: name, version } = origin;
  const from = name === null ? '' : ` (package '${name}' ${version ?? 'without a version'})`;
  return `Module '${module}'${from}: ${message}`;
}

/** Modules that cannot be used. The message has one line per fault. */
export class ModuleFaultError extends Error {
  override readonly name = 'ModuleFaultError';
  readonly faults: readonly ModuleFault[];

  constructor(faults: readonly ModuleFault[]) {
    const lines = faults.map((fault) => `  - ${faultText(fault)}`);
    super(
      `Correct these modules, name them in MODULES_OFF, or set MODULES_ON_FAULT=skip to start without them:\n${lines.join('\n')}`,
    );
    this.faults = faults;
  }
}
