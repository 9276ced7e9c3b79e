import type { Page, Request } from 'playwright-core';

export interface HeldAnswers {
  /** Resolves once the server has answered the first of them. */
  readonly answered: Promise<unknown>;
  /** Lets the page have them, and all later ones at once. */
  release(): void;
}

/** The server answers requests that match at once; the page gets the answers, as they were then, when they are released. */
export async function holdAnswers(page: Page, matches: (request: Request, url: URL) => boolean): Promise<HeldAnswers> {
  const answered = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  let isReleased = false;
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (isReleased || !matches(request, new URL(request.url()))) return route.fallback();
    const response = await route.fetch();
    const body = await response.body();
    answered.resolve(undefined);
    await released.promise;
    return route.fulfill({ response, body });
  });
  const release = () => {
    isReleased = true;
    released.resolve(undefined);
  };
  return { answered: answered.promise, release };
}
