/** Codes and their QR squares alone, without what draws labels: for browsers. */
export { codeAddress, printedCode } from './printed-code.js';
export { QUIET_MODULES, type QrSquares, qrSquares } from './qr-squares.js';
