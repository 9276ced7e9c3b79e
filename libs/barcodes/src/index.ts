/** Codes that scanners read, taken apart: GS1, distributors' labels, addresses; and the check digit of article numbers. */
export { checkGtin, type GtinCheck, gtinForms } from './gtin.js';
export { readCode } from './read-code.js';
export type { ScannedCode } from './scanned-code.js';
