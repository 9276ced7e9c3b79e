/** Something odd about a document that is taken all the same. */
export interface Warning {
  /** JSON Pointer into the document. */
  readonly path: string;
  readonly message: string;
}

/** One answer lists no more: a hostile document could be odd a million times. */
export const MAX_WARNINGS = 1_000;

/** Collects warnings up to their greatest number; the last one then says that there are more. */
export class WarningList {
  readonly warnings: Warning[] = [];

  get full(): boolean {
    return this.warnings.length >= MAX_WARNINGS;
  }

  add(path: string, message: string): void {
    if (this.full) return;
    const isLast = this.warnings.length === MAX_WARNINGS - 1;
    this.warnings.push(isLast ? { path: '', message: 'There are more warnings than are listed.' } : { path, message });
  }
}
