import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 'regular' | 'bold';

const FILES: Readonly<Record<Weight, string>> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
};
export const FONT_FAMILY = 'DejaVu Sans Condensed';

const packages = createRequire(import.meta.url);
const loaded = new Map<Weight, Buffer>();

/** The font's bytes, read once: Latin, Greek, Cyrillic, Arabic, Hebrew and the signs of electronics and mathematics. */
export function fontBytes(weight: Weight): Buffer {
  const bytes = loaded.get(weight) ?? readFileSync(packages.resolve(FILES[weight]));
  loaded.set(weight, bytes);
  return bytes;
}
