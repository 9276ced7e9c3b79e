import { describe, expect, it } from '@jest/globals';
import { isNewBuild } from './new-build.js';

const page = (script: string) => `<head><script type="module" crossorigin src="${script}"></script></head>`;
const compared = (answer: () => Response) => isNewBuild('/assets/index-1.js', () => Promise.resolve().then(answer));

describe('isNewBuild', () => {
  it('compares the script of the page with the one that the server has now', async () => {
    expect(await compared(() => new Response(page('/assets/index-1.js')))).toBe(false);
    expect(await compared(() => new Response(page('/assets/index-2.js')))).toBe(true);
  });

  it('takes no answer, and an answer without a script, for no new build', async () => {
    const fail = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await compared(fail)).toBe(false);
    expect(await compared(() => new Response('Bad gateway', { status: 502 }))).toBe(false);
    expect(await compared(() => new Response('<h1>Maintenance</h1>'))).toBe(false);
  });
});
