import type { Drawing, TextRun } from './drawing.js';
import { qrSquares } from './qr-squares.js';

/** The resolution of most ZPL printers: 203 dpi. */
const DOTS_PER_MM = 8;
/** The limit of `^BQ`. */
const LARGEST_MODULE_DOTS = 10;

export interface ZplLabel {
  readonly code: string;
  readonly drawing: Drawing;
}

/**
 * Draws labels in ZPL II (Zebra's Programming Guide), in UTF-8. The printer draws the code and the text itself. It omits letters
 * that its font lacks; the code is correct anyway.
 */
export function drawZpl(labels: readonly ZplLabel[], copies: number): Uint8Array {
  return Buffer.from(labels.map((label) => formatOf(label, copies)).join(''), 'utf8');
}

function formatOf({ code, drawing: { width, height, boxes, texts } }: ZplLabel, copies: number): string {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const side = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const module = Math.floor((side * DOTS_PER_MM) / qrSquares(code).size);
  const size = Math.min(Math.max(module, 1), LARGEST_MODULE_DOTS);
  return [
    '^XA^CI28',
    `^PW${dots(width)}^LL${dots(height)}`,
    // Error correction M, as in the other formats; the printer chooses the data mode.
    `^FO${dots(left)},${dots(top)}^BQN,2,${size}^FH^FDMA,${escaped(code)}^FS`,
    ...texts.map(lineOf),
    `^PQ${copies}^XZ`,
    '',
  ].join('\n');
}

function lineOf({ text, x, y, size }: TextRun): string {
  return `^FO${dots(x)},${dots(Math.max(y - size, 0))}^A0N,${dots(size)}^FH^FD${escaped(text)}^FS`;
}

function dots(millimetres: number): number {
  return Math.round(millimetres * DOTS_PER_MM);
}

/** Escapes text so that it contains no command: with `^FH`, `_5E` is a character. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f^~_\\]/g,
    (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
