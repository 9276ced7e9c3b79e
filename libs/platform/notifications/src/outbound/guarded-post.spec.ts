import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PUBLIC_URLS, REFUSED_URLS } from '../../fixtures/refused-urls.js';
import { Receiver } from '../../fixtures/receiver.js';
import { guardedPost } from './guarded-post.js';
import { RefusedTarget, urlFault } from './target.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.started();
});
afterAll(() => receiver.stop());

/** Returns the given answers in order, and counts the lookups. */
function resolver(...answers: readonly (readonly string[])[]) {
  const requests: string[] = [];
  const resolve = (host: string) => {
    requests.push(host);
    return Promise.resolve(answers[Math.min(requests.length, answers.length) - 1] ?? []);
  };
  return { asked: requests, resolve };
}
const nowhere = { resolve: () => Promise.reject(new Error('Nobody is to be asked.')), allowInternal: false };

describe('a URL of an internal address', () => {
  it(`is refused in all of ${REFUSED_URLS.length} spellings, without a lookup, when it is saved and when it is connected to`, async () => {
    expect(REFUSED_URLS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(REFUSED_URLS).size).toBe(REFUSED_URLS.length);
    expect(REFUSED_URLS.filter((url) => urlFault(url, { allowInternal: false }) === null)).toEqual([]);
    const dialled: string[] = [];
    for (const url of REFUSED_URLS)
      await guardedPost({ url, body: {} }, nowhere).then(
        () => dialled.push(url),
        (error: unknown) => void (error instanceof RefusedTarget || dialled.push(`${url}: ${String(error)}`)),
      );
    expect(dialled).toEqual([]);
  });

  it(`is distinguished from ${PUBLIC_URLS.length} public URLs, which can be saved`, () => {
    expect(PUBLIC_URLS.flatMap((url) => urlFault(url, { allowInternal: false }) ?? [])).toEqual([]);
  });

  it('is allowed if the operator allows it; other schemes never are', () => {
    expect(urlFault('http://127.0.0.1:1/', { allowInternal: true })).toBeNull();
    expect(urlFault('http://localhost/', { allowInternal: true })).toBeNull();
    expect(urlFault('file:///etc/passwd', { allowInternal: true })).toMatch(/Only http and https/);
  });
});

describe('a host name', () => {
  const post = (host: string, options: Parameters<typeof guardedPost>[1]) =>
    guardedPost({ url: `http://${host}:${receiver.port}/rebound`, body: {} }, options);

  it.each([
    ['10.0.0.1', 'a private address'],
    ['127.0.0.1', 'a loopback address'],
    ['169.254.169.254', 'a link-local address'],
    ['::ffff:7f00:1', 'an IPv4 address in an IPv6 one'],
    ['fd00::1', 'a unique-local address'],
    ['not an address', 'no address'],
  ])('that resolves to %s is refused by the rule: %s', async (address, rule) => {
    const { resolve } = resolver([address]);
    await expect(post('inside.example', { resolve, allowInternal: false })).rejects.toThrow(`resolves to ${rule}.`);
  });

  it('is refused if any of its addresses is internal', async () => {
    const { resolve } = resolver(['93.184.215.14', '2606:4700::1', '127.0.0.1']);
    await expect(post('mixed.example', { resolve, allowInternal: false })).rejects.toThrow('a loopback address');
    expect(receiver.at('/rebound')).toEqual([]);
  });

  it('is looked up once, and the connection uses the checked address, so DNS rebinding has no effect', async () => {
    // With a second lookup for the connection, its answer would reach the receiver.
    const changing = resolver(['192.0.2.1'], ['127.0.0.1']);
    await expect(post('rebind.example', { resolve: changing.resolve, allowInternal: false })).rejects.toThrow(
      'reserved',
    );
    expect(changing.asked).toEqual(['rebind.example']);
    const dialled = resolver(['127.0.0.1'], ['192.0.2.1']);
    expect(await post('rebind.example', { resolve: dialled.resolve, allowInternal: true })).toMatchObject({
      status: 204,
    });
    expect(dialled.asked).toEqual(['rebind.example']);
    expect(receiver.at('/rebound')).toMatchObject([{ headers: { host: `rebind.example:${receiver.port}` } }]);
  });

  it('fails with a reason if it is unknown or its lookup takes too long', async () => {
    const { resolve } = resolver([]);
    await expect(post('nobody.example', { resolve, allowInternal: false })).rejects.toThrow(
      'The host name is unknown.',
    );
    const never = { resolve: () => new Promise<never>(() => {}), allowInternal: false, timeoutMs: 50 };
    await expect(post('slow.example', never)).rejects.toThrow('did not answer within 0.05 s');
  });
});

describe('the request', () => {
  it('takes user name and password from the URL, unless a header overrides them', async () => {
    const options = { resolve: resolver([]).resolve, allowInternal: true };
    const url = `http://ada:p%40ss@127.0.0.1:${receiver.port}/basic`;
    await guardedPost({ url, body: {} }, options);
    await guardedPost({ url, headers: { Authorization: 'Bearer x' }, body: {} }, options);
    const basic = Buffer.from('ada:p@ss').toString('base64');
    expect(receiver.at('/basic').map(({ headers }) => headers.authorization)).toEqual([`Basic ${basic}`, 'Bearer x']);
  });
});
