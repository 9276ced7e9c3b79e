import { drawPdf } from './draw-pdf.js';
import { drawPng } from './draw-png.js';
import { drawZpl } from './draw-zpl.js';
import type { Label } from './label.js';
import { layOutLabel } from './lay-out-label.js';
import { loadRuler } from './ruler.js';
import { templateOf, type LabelFormat, type LabelTemplate } from './template.js';

export interface DrawOptions {
  readonly template: LabelTemplate;
  /** `png`: an image of the first label at 300 dpi. `zpl`: for label printers at 203 dpi. */
  readonly format: LabelFormat;
  /** Copies of each label, in PDF and ZPL. Default 1. */
  readonly copies?: number;
  /** Fields of the first sheet that are used already. Default 0. */
  readonly skip?: number;
}

export async function drawLabels(
  labels: readonly Label[],
  { template, format, copies = 1, skip = 0 }: DrawOptions,
): Promise<Uint8Array> {
  const ruler = await loadRuler();
  const area = templateOf(template);
  const laidOut = labels.map((label) => ({ code: label.code, drawing: layOutLabel(label, area, ruler) }));
  const [first] = laidOut;
  if (!first) throw new Error('There is no label to draw.');
  if (format === 'png') return drawPng(first.drawing);
  if (format === 'zpl') return drawZpl(laidOut, copies);
  const all = laidOut.flatMap(({ drawing }) => Array.from({ length: copies }, () => drawing));
  return drawPdf(all, template, skip);
}
