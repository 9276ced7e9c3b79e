/** A field with this attribute takes what is scanned itself. */
export const SCAN_TARGET = 'data-scan-target';
