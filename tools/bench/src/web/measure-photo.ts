import type { Page } from '@cubit/web-testing';
import { duration, type Reading } from '../report/results.js';
import { openProfile, quantileOf, type WebBench } from './web-bench.js';

const PHOTOS = 6;

/** From the choice of a photo to the address with its code. The first photo loads the reader. */
export async function measurePhoto(bench: WebBench): Promise<readonly Reading[]> {
  const { data, onProgress } = bench;
  onProgress('photos of codes');
  const { page, context } = await openProfile(bench);
  const labels = [await labelOf(bench, page, 0), await labelOf(bench, page, 1)];
  await page.goto(`/w/${data.slug}/scan`);
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const times: number[] = [];
  for (let photo = 0; photo < PHOTOS; photo += 1) {
    const decoded = await page.evaluateHandle(watchCode);
    const buffer = labels[photo % labels.length] ?? Buffer.alloc(0);
    await page.locator('input[type=file]').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer });
    times.push(await decoded.evaluate(({ duration: ms }) => ms));
  }
  await context.close();
  const [first = NaN, ...others] = times;
  return [
    duration({ id: 'photo-first', title: 'photo of a code decoded, the first', value: first, bar: 500 }),
    duration({ id: 'photo', title: 'photo of a code decoded, then', value: quantileOf(others, 0.5), bar: 100 }),
  ];
}

async function labelOf({ api, data, origin }: WebBench, page: Page, index: number): Promise<Buffer> {
  const { result } = await api.post<{ readonly result: { readonly file: string } }>(
    `${data.workspacePath}/modules/inventory/actions/print_label`,
    { record: { kind: 'inventory:part', id: data.partIds[index] }, input: { format: 'png' } },
  );
  return (await page.request.get(`${origin}${data.workspacePath}/files/${result.file}/content`)).body();
}

/** In the page: the time from the next chosen file to another code in the address. */
function watchCode(): { readonly duration: Promise<number> } {
  const before = location.search;
  const measured = new Promise<number>((resolve) => {
    const start = () => {
      const startedAt = performance.now();
      const look = () => {
        if (location.search === before) requestAnimationFrame(look);
        else resolve(performance.now() - startedAt);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('change', start, { capture: true, once: true });
  });
  return { duration: measured };
}
