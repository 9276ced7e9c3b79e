import { describe, expect, it } from '@jest/globals';
import { Api, type ApiOptions } from './api.js';

/** Requests of one that is refused, and what the client then takes the session for. */
async function refused(options: ApiOptions) {
  const paths: string[] = [];
  const api = new Api((input) => {
    paths.push(String(input));
    return Promise.resolve(new Response('{"error":{"code":"unauthorized","message":"No."}}', { status: 401 }));
  }, options);
  await expect(api.get('/orgs/lab')).rejects.toMatchObject({ status: 401 });
  return { paths, session: api.session.value };
}

describe('a request that is refused as unauthorized', () => {
  it('refreshes the session once, and ends it where that is refused too', async () => {
    const paths = ['/api/v1/orgs/lab', '/api/v1/me/session/refresh'];
    expect(await refused({})).toEqual({ paths, session: 'signed-out' });
  });

  it('touches no session of a screen without a person', async () => {
    expect(await refused({ hasSession: false })).toEqual({ paths: ['/api/v1/orgs/lab'], session: 'unknown' });
  });
});
