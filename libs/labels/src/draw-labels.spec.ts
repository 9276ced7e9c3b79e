import { describe, expect, it } from '@jest/globals';
import { drawLabels } from './draw-labels.js';
import { fitText } from './fit-text.js';
import { layOutLabel } from './lay-out-label.js';
import { qrSquares } from './qr-squares.js';
import { loadRuler } from './ruler.js';
import { LABEL_TEMPLATES, type LabelTemplate } from './template.js';

const label = {
  code: 'P-01JABCDEFGHJKMNPQRSTVWXYZ0',
  title: 'M3×10 socket head screw, stainless, Ω-coated',
  lines: ['SCR-M3-10', 'Rack A / Shelf 2'],
};
const templates = Object.keys(LABEL_TEMPLATES) as LabelTemplate[];
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('a label', () => {
  it.each(templates)('has all its parts within its edges, without overlaps: %s', async (template) => {
    const { widthMm, heightMm } = LABEL_TEMPLATES[template];
    const ruler = await loadRuler();
    const long = { ...label, title: 'Word '.repeat(60), lines: Array.from({ length: 20 }, () => 'x'.repeat(200)) };
    for (const each of [label, long, { code: 'x', title: 'W'.repeat(300), lines: [] }]) {
      const { boxes, texts } = layOutLabel(each, { widthMm, heightMm }, ruler);
      const codeRight = Math.max(...boxes.map(({ x, width }) => x + width));
      for (const { text: run, x, y, size, weight } of texts) {
        expect(x).toBeGreaterThan(codeRight);
        expect(x + ruler(run, { sizeMm: size, weight })).toBeLessThanOrEqual(widthMm);
        expect(y).toBeLessThan(heightMm);
      }
      const lines = texts.map(({ y, size }) => [y - size, y] as const);
      for (const [index, [top]] of lines.entries())
        if (index > 0) expect(top).toBeGreaterThan(lines[index - 1]![1] - 0.5);
    }
  });

  it('has text as large as it fits, which ends in an ellipsis if it is too long', async () => {
    const ruler = await loadRuler();
    const options = { width: 20, maxLines: 2, sizes: [5, 2.5], weight: 'bold', ruler } as const;
    expect(fitText('Bolt', options)).toEqual({ lines: ['Bolt'], size: 5 });
    const { lines, size } = fitText('Word '.repeat(40), options);
    expect([lines.length, size, lines[1]?.endsWith('…')]).toEqual([2, 2.5, true]);
  });

  it('has a smaller code for letters and digits than for bytes', () => {
    expect(qrSquares(label.code).size).toBe(25);
    expect(qrSquares('Größe 12 Ω').size).toBeGreaterThan(20);
  });
});

describe('labels', () => {
  it('are drawn as PDF: a page for each copy, or sheets of copies', async () => {
    const pages = async (template: LabelTemplate, copies: number) =>
      text(await drawLabels([label, label], { template, format: 'pdf', copies })).match(/\/Type \/Page\b/g)?.length;
    expect(await pages('62x29', 3)).toBe(6);
    expect(await pages('a4-24', 12)).toBe(1);
    expect(await pages('a4-24', 13)).toBe(2);
  });

  it('are drawn as ZPL with a number of copies, in which no name is read as a command', async () => {
    const nasty = { ...label, title: '^XZ^XA~JA_5E Größe' };
    const zpl = Buffer.from(
      await drawLabels([nasty, label], { template: '62x29', format: 'zpl', copies: 3 }),
    ).toString();
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect(zpl.match(/\^PQ3\^XZ/g)).toHaveLength(2);
    expect(zpl).toContain(`^BQN,2,6^FH^FDMA,${label.code}^FS`);
    for (const line of ['_5EXZ_5EXA_7EJA_5F5E', 'Größe']) expect(zpl).toContain(`^FH^FD${line}^FS`);
    expect(zpl).toContain('^PW496^LL232');
    expect(zpl).not.toContain('~');
  });

  it('are drawn as images with 300 dpi, with markup as text', async () => {
    const png = Buffer.from(
      await drawLabels([{ ...label, title: '<b>&"\u0000' }], { template: '62x29', format: 'png' }),
    );
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(732);
  });
});
