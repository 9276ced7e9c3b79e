import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Drawing } from './drawing.js';
import { FONT_FAMILY, fontBytes } from './fonts.js';

/** The resolution of label printers. */
const DPI = 300;
const MM_PER_INCH = 25.4;

const packages = createRequire(import.meta.url);
let initialized: Promise<typeof import('@resvg/resvg-wasm')> | undefined;

/** Draws one label, black on white. */
export async function drawPng(drawing: Drawing): Promise<Uint8Array> {
  initialized ??= load();
  const { Resvg } = await initialized;
  const renderer = new Resvg(svgOf(drawing), {
    background: '#ffffff',
    fitTo: { mode: 'width', value: Math.round((drawing.width / MM_PER_INCH) * DPI) },
    font: { fontBuffers: [fontBytes('regular'), fontBytes('bold')], defaultFontFamily: FONT_FAMILY },
  });
  const image = renderer.render();
  // The rasterizer's WebAssembly memory is not garbage-collected.
  const png = image.asPng();
  image.free();
  renderer.free();
  return png;
}

/** Once per process: the rasterizer is WebAssembly. */
async function load(): Promise<typeof import('@resvg/resvg-wasm')> {
  const rasteriser = await import('@resvg/resvg-wasm');
  await rasteriser.initWasm(readFileSync(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return rasteriser;
}

function svgOf({ width, height, boxes, texts }: Drawing): string {
  const squares = boxes.map(
    ({ x, y, width: w, height: h }) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" shape-rendering="crispEdges"/>`,
  );
  const words = texts.map(
    ({ text, x, y, size, weight }) =>
      `<text x="${x}" y="${y}" font-family="${FONT_FAMILY}" font-size="${size}"${weight === 'bold' ? ' font-weight="700"' : ''} xml:space="preserve">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm">${squares.join('')}${words.join('')}</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup and removes characters that XML does not allow. */
function escaped(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
