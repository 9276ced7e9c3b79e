/** The browser's own reader, where there is one. */
interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const NEEDED_FORMATS = ['qr_code', 'data_matrix', 'code_128', 'ean_13'];
let detector: Promise<Detector | null> | undefined;

/** The code in a photo; null if it shows none. */
export async function readPhoto(photo: Blob): Promise<string | null> {
  const own = await ownDetector();
  if (own) {
    const text = await detect(own, await createImageBitmap(photo));
    if (text !== null) return text;
  }
  return (await zxing())(photo);
}

/** The code that a camera sees now. */
export async function readFrame(video: HTMLVideoElement): Promise<string | null> {
  const own = await ownDetector();
  if (own) return detect(own, video);
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing || canvas.width === 0) return null;
  drawing.drawImage(video, 0, 0);
  return (await zxing())(drawing.getImageData(0, 0, canvas.width, canvas.height));
}

async function zxing() {
  return (await import('./zxing.js')).readWithZxing;
}

async function detect(own: Detector, image: ImageBitmapSource): Promise<string | null> {
  const [found] = await own.detect(image);
  return found?.rawValue ?? null;
}

function ownDetector(): Promise<Detector | null> {
  detector ??= startDetector().catch(() => null);
  return detector;
}

async function startDetector(): Promise<Detector | null> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Own) return null;
  const formats = await Own.getSupportedFormats();
  return NEEDED_FORMATS.every((format) => formats.includes(format)) ? new Own() : null;
}
