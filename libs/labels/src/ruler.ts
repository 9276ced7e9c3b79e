import { fontBytes, type Weight } from './fonts.js';

export const MM_PER_PT = 25.4 / 72;

/** The width of a text in mm, at a size in mm. */
export type Ruler = (text: string, style: { readonly sizeMm: number; readonly weight: Weight }) => number;

let ruler: Promise<Ruler> | undefined;

/** Made once: it reads two fonts. Nothing of it is loaded before the first label is drawn. */
export function loadRuler(): Promise<Ruler> {
  ruler ??= makeRuler();
  return ruler;
}

async function makeRuler(): Promise<Ruler> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ autoFirstPage: false });
  for (const weight of ['regular', 'bold'] as const) document.registerFont(weight, fontBytes(weight));
  // Widths grow with the size, so they are asked for at one size.
  const AT = 100;
  return (text, { sizeMm, weight }) => (document.font(weight).fontSize(AT).widthOfString(text) / AT) * sizeMm;
}
