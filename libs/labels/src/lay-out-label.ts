import type { Box, Drawing, TextRun } from './drawing.js';
import { fitText } from './fit-text.js';
import type { Label } from './label.js';
import { qrSquares, QUIET_MODULES } from './qr-squares.js';
import type { Ruler } from './ruler.js';

interface Area {
  readonly widthMm: number;
  readonly heightMm: number;
}

const MARGIN_MM = 1.5;
/** Margin of the code. Its quiet zone may touch the edge, which is white. */
const QR_SHARE = 0.46;
const TITLE_SIZES = [4.6, 2.6] as const;
const LINE_SIZES = [2.9, 2.2] as const;
const CODE_SIZES = [2, 1.3] as const;
const LEADING = 1.25;

/** Lays out a label: the code on the left, as large as the height allows; the title, the lines and the printed code beside it. */
export function layOutLabel(label: Label, { widthMm, heightMm }: Area, ruler: Ruler): Drawing {
  const side = Math.min(heightMm, widthMm * QR_SHARE);
  const left = side;
  const width = widthMm - left - MARGIN_MM;
  const bottom = heightMm - MARGIN_MM;
  const code = fitText(label.code, { width, maxLines: 1, sizes: CODE_SIZES, weight: 'regular', ruler });
  const codeTop = bottom - code.size * LEADING;
  const title = fitText(label.title, { width, maxLines: 2, sizes: TITLE_SIZES, weight: 'bold', ruler });
  const texts: TextRun[] = [];
  let y = MARGIN_MM;
  for (const text of title.lines) {
    y += title.size * LEADING;
    texts.push({ text, x: left, y: y - title.size * 0.25, size: title.size, weight: 'bold' });
  }
  for (const line of label.lines) {
    const fitted = fitText(line, { width, maxLines: 1, sizes: LINE_SIZES, weight: 'regular', ruler });
    const [text = ''] = fitted.lines;
    if (text === '' || y + fitted.size * LEADING > codeTop) continue;
    y += fitted.size * LEADING;
    texts.push({ text, x: left, y: y - fitted.size * 0.25, size: fitted.size, weight: 'regular' });
  }
  const [printed = ''] = code.lines;
  texts.push({ text: printed, x: left, y: bottom - code.size * 0.25, size: code.size, weight: 'regular' });
  return { width: widthMm, height: heightMm, boxes: codeBoxes(label.qr ?? label.code, side, heightMm), texts };
}

function codeBoxes(text: string, side: number, height: number): readonly Box[] {
  const { size, runs } = qrSquares(text);
  const module = side / (size + 2 * QUIET_MODULES);
  const top = (height - side) / 2;
  return runs.map(({ row, column, length }) => ({
    x: (column + QUIET_MODULES) * module,
    y: top + (row + QUIET_MODULES) * module,
    width: length * module,
    height: module,
  }));
}
