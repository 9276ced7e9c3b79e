import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : `${prefix}${path}`) },
});

/** The text of the first code in a picture. Loaded when a browser has no reader of its own. */
export async function readWithZxing(image: Blob | ImageData): Promise<string | null> {
  const found = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 1 });
  return found.find(({ isValid, text }) => isValid && text !== '')?.text ?? null;
}
