/** A problem of a document that is accepted anyway. */
export interface Warning {
  /** JSON Pointer into the document. */
  readonly path: string;
  readonly message: string;
}

/** Maximum number of warnings in a response; a hostile document could have millions. */
export const MAX_WARNINGS = 1_000;

/** Collects warnings up to the maximum; the last one then says that there are more. */
export class WarningList {
  readonly warnings: Warning[] = [];

  get full(): boolean {
    return this.warnings.length >= MAX_WARNINGS;
  }

  add(path: string, message: string): void {
    if (this.full) return;
    const isLast = this.warnings.length === MAX_WARNINGS - 1;
    this.warnings.push(isLast ? { path: '', message: 'Further warnings are not listed.' } : { path, message });
  }
}
