import { describe, expect, it } from '@jest/globals';
import { createHmac, createSecretKey } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { SESSION_TOKEN_LIFETIME_S, SessionTokens, verifiedClaims } from './session-token.js';

const SECRET = Buffer.alloc(32, 'k');
const NOW = new Date('2026-01-02T03:04:05.678Z');
const IDENTITY = { sessionId: '018f0000-0000-7000-8000-000000000001', userId: '018f0000-0000-7000-8000-000000000002' };
const tokens = new SessionTokens(SECRET);

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: IDENTITY.userId, sid: IDENTITY.sessionId, exp: Math.floor(NOW.getTime() / 1_000) + 60 };
const OWN_KEY = Buffer.alloc(32, 'o').toString('base64url');

function signed(
  header: object,
  payload: unknown = claims,
  { hash = 'sha256', key = SECRET.toString('base64url') } = {},
): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${createHmac(hash, Buffer.from(key, 'base64url')).update(input).digest('base64url')}`;
}

describe('a session token', () => {
  it('identifies its session and its user for 15 minutes', () => {
    const { token, expiresAt } = tokens.issue(IDENTITY, NOW);
    expect(expiresAt).toEqual(new Date('2026-01-02T03:19:05.000Z'));
    expect(tokens.read(token, NOW)).toEqual({ ...IDENTITY, expiresAt });
  });

  it('has a unique identifier, even for the same session and second', () => {
    const [first, second] = [tokens.issue(IDENTITY, NOW), tokens.issue(IDENTITY, NOW)];
    const idOf = ({ token }: { readonly token: string }) =>
      (jsonwebtoken.decode(token) as { readonly jti: string }).jti;
    expect(idOf(first)).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf(first)).not.toBe(idOf(second));
  });

  it('is valid until it expires and not a second longer', () => {
    const { token } = tokens.issue(IDENTITY, NOW);
    expect(tokens.read(token, later(SESSION_TOKEN_LIFETIME_S - 1))).not.toBeNull();
    expect(tokens.read(token, later(SESSION_TOKEN_LIFETIME_S))).toBeNull();
  });

  it('of another instance is invalid', () => {
    const { token } = new SessionTokens(Buffer.alloc(32, 'x')).issue(IDENTITY, NOW);
    expect(tokens.read(token, NOW)).toBeNull();
  });

  it('signed manually with the same secret and HS256 is valid, so the refusals below are due to their one fault', () => {
    expect(tokens.read(signed({ alg: 'HS256', typ: 'JWT' }), NOW)).toMatchObject(IDENTITY);
  });

  it.each([
    ['no algorithm', `${part({ alg: 'none' })}.${part(claims)}.`],
    ['no algorithm but a signature', signed({ alg: 'none' })],
    ['a header without algorithm', signed({})],
    ['an algorithm in other letters', signed({ alg: 'hs256' })],
    ['HS512', signed({ alg: 'HS512' }, claims, { hash: 'sha512' })],
    ['HS384 named and HS256 signed', signed({ alg: 'HS384' })],
    ['RS256 named and HS256 signed', signed({ alg: 'RS256' })],
    [
      'a key of its own in the header',
      signed({ alg: 'HS256', jwk: { kty: 'oct', k: OWN_KEY } }, claims, { key: OWN_KEY }),
    ],
    ['no signature', signed({ alg: 'HS256' }).replace(/[^.]+$/, '')],
    ['a signature cut short', signed({ alg: 'HS256' }).slice(0, -2)],
    ['a fourth part', `${signed({ alg: 'HS256' })}.x`],
    ['no user', signed({ alg: 'HS256' }, { ...claims, sub: undefined })],
    ['a user that is no id', signed({ alg: 'HS256' }, { ...claims, sub: "' or true --" })],
    ['a session that is no text', signed({ alg: 'HS256' }, { ...claims, sid: [IDENTITY.sessionId] })],
    ['no expiry', signed({ alg: 'HS256' }, { ...claims, exp: undefined })],
    ['an expiry that is no number', signed({ alg: 'HS256' }, { ...claims, exp: '9999999999' })],
    ['a payload that is no object', signed({ alg: 'HS256' }, 'text')],
    ['a payload that is null', signed({ alg: 'HS256' }, null)],
    ['nothing', ''],
    ['dots', '..'],
    ['a NUL character', 'a\0b.c.d'],
  ])('with %s is invalid', (_, token) => {
    expect(tokens.read(token, NOW)).toBeNull();
  });

  it('with one changed bit of its payload is invalid', () => {
    const [header, , signature] = tokens.issue(IDENTITY, NOW).token.split('.');
    const forged = part({ ...claims, sub: '018f0000-0000-7000-8000-000000000003' });
    expect(tokens.read(`${header}.${forged}.${signature}`, NOW)).toBeNull();
  });

  it('matches the example of RFC 7515, appendix A.1', () => {
    const key = createSecretKey(
      'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      'base64url',
    );
    const token =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(verifiedClaims(token, key, new Date(1_300_819_379_000))).toMatchObject({ iss: 'joe' });
    expect(verifiedClaims(token, key, new Date(1_300_819_380_000))).toBeNull();
  });

  it('is invalid before its `nbf` time', () => {
    const token = jsonwebtoken.sign({ ...claims, nbf: claims.exp - 1 }, SECRET);
    expect(tokens.read(token, NOW)).toBeNull();
    expect(tokens.read(token, later(59))).not.toBeNull();
  });
});
