import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { readCookies } from '../request/cookies.js';
import { setCookies } from './set-cookie.js';

const session = { name: 'cubit_session', value: 'a', path: '/', maxAgeS: 9 };
const refresh = { name: 'cubit_refresh', value: 'b', path: '/api/v1/me/session', maxAgeS: 9 };
const answeredTo = (secure: boolean, cookie?: string) => {
  const req = { headers: { ...(cookie !== undefined && { cookie }) } } as IncomingMessage;
  return setCookies([session, refresh], { secure, mountPath: '', req });
};

describe('the cookies of a session', () => {
  it('have plain names over HTTP', () => {
    expect(answeredTo(false)).toEqual([
      'cubit_session=a; Path=/; Max-Age=9; HttpOnly; SameSite=Lax',
      'cubit_refresh=b; Path=/api/v1/me/session; Max-Age=9; HttpOnly; SameSite=Lax',
    ]);
  });

  it('have prefixes over TLS that browsers enforce; the cookie for a part of the paths has the weaker prefix', () => {
    expect(answeredTo(true)).toEqual([
      '__Host-cubit_session=a; Path=/; Max-Age=9; HttpOnly; SameSite=Lax; Secure',
      '__Secure-cubit_refresh=b; Path=/api/v1/me/session; Max-Age=9; HttpOnly; SameSite=Lax; Secure',
    ]);
  });

  it('replace the cookies from before the instance used TLS', () => {
    expect(answeredTo(true, 'x=1; cubit_refresh=old; __Host-cubit_session=y')).toEqual([
      expect.stringMatching(/^__Host-cubit_session=a/),
      expect.stringMatching(/^__Secure-cubit_refresh=b/),
      'cubit_refresh=; Path=/api/v1/me/session; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
  });
});

describe('the cookies of a request', () => {
  it.each([
    ['cubit_session=a', 'a'],
    ['__Host-cubit_session=a', 'a'],
    ['cubit_session=old; __Host-cubit_session=a', 'a'],
    ['__Host-cubit_session=a; cubit_session=old', 'a'],
    ['cubit_session=a; cubit_session=later', 'a'],
    ['__Host-other=x', undefined],
  ])('%s give the session %s', (header, value) => {
    expect(readCookies(header)['cubit_session']).toBe(value);
  });

  it('are recognised under all of their names', () => {
    expect({ ...readCookies('a=1; __proto__=2; __Host-other=3') }).toEqual({
      a: '1',
      ['__proto__']: '2',
      '__Host-other': '3',
    });
  });
});
