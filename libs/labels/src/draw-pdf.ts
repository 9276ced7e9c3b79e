import type { Drawing } from './drawing.js';
import { fontBytes } from './fonts.js';
import { MM_PER_PT } from './ruler.js';
import { templateOf, type LabelTemplate } from './template.js';

const A4_MM = [210, 297] as const;
const points = (mm: number) => mm / MM_PER_PT;

type Document = PDFKit.PDFDocument;

/** One page per label on a roll; sheets are filled row by row. */
export async function drawPdf(drawings: readonly Drawing[], template: LabelTemplate, skip = 0): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const { widthMm, heightMm, sheet } = templateOf(template);
  const [pageWidth, pageHeight] = sheet ? A4_MM : [widthMm, heightMm];
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: [points(pageWidth), points(pageHeight)],
    info: { Title: 'Labels' },
  });
  for (const weight of ['regular', 'bold'] as const) document.registerFont(weight, fontBytes(weight));
  const perPage = sheet ? sheet.columns * sheet.rows : 1;
  for (const [index, drawing] of drawings.entries()) {
    const place = (skip + index) % perPage;
    if (place === 0 || index === 0) document.addPage();
    const column = sheet ? place % sheet.columns : 0;
    const row = sheet ? Math.floor(place / sheet.columns) : 0;
    const [x, y] = [(sheet?.leftMm ?? 0) + column * widthMm, (sheet?.topMm ?? 0) + row * heightMm];
    document.save().translate(points(x), points(y));
    paint(document, drawing);
    document.restore();
  }
  return bytesOf(document);
}

function paint(document: Document, { boxes, texts }: Drawing): void {
  for (const { x, y, width, height } of boxes) document.rect(points(x), points(y), points(width), points(height));
  document.fill('#000000');
  for (const { text, x, y, size, weight } of texts)
    document
      .font(weight)
      .fontSize(points(size))
      .text(text, points(x), points(y), { lineBreak: false, baseline: 'alphabetic' });
}

async function bytesOf(document: Document): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  document.end();
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
