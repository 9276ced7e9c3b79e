import { fontBytes, type Weight } from './fonts.js';

export const MM_PER_PT = 25.4 / 72;

/** Measures the width of a text in mm, at a size in mm. */
export type Ruler = (text: string, style: { readonly sizeMm: number; readonly weight: Weight }) => number;

let ruler: Promise<Ruler> | undefined;

/** Created on first use, because it loads two fonts. */
export function loadRuler(): Promise<Ruler> {
  ruler ??= makeRuler();
  return ruler;
}

async function makeRuler(): Promise<Ruler> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ autoFirstPage: false });
  for (const weight of ['regular', 'bold'] as const) document.registerFont(weight, fontBytes(weight));
  // Widths are proportional to the size, so one size is measured.
  const AT = 100;
  return (text, { sizeMm, weight }) => (document.font(weight).fontSize(AT).widthOfString(text) / AT) * sizeMm;
}
