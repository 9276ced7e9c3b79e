import { describe, expect, it } from '@jest/globals';
import { addressKey } from './address-key.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';

const policy = { name: 'default', limit: 3, windowS: 60 };

describe('MemoryRateLimiter', () => {
  it('allows as many as the limit in a window, and again in the next', () => {
    let nowMs = 0;
    const limiter = new MemoryRateLimiter({ nowMs: () => nowMs });
    const allowed = () => limiter.consume(policy, 'a').allowed;

    expect([allowed(), allowed(), allowed(), allowed()]).toEqual([true, true, true, false]);
    nowMs = 60_000;
    expect(allowed()).toBe(true);
  });

  it('counts keys and policies apart', () => {
    const limiter = new MemoryRateLimiter({ nowMs: () => 0 });
    for (let count = 0; count < 4; count += 1) limiter.consume(policy, 'a');

    expect(limiter.consume(policy, 'b').allowed).toBe(true);
    expect(limiter.consume({ ...policy, name: 'other' }, 'a').allowed).toBe(true);
  });

  it('tells what is left and when the window ends', () => {
    let nowMs = 0;
    const limiter = new MemoryRateLimiter({ nowMs: () => nowMs });
    limiter.consume(policy, 'a');
    nowMs = 20_500;

    expect(limiter.consume(policy, 'a')).toEqual({ allowed: true, remaining: 1, resetS: 40 });
  });

  it('forgets windows that ended, and never holds more keys than it may', () => {
    let nowMs = 0;
    const limiter = new MemoryRateLimiter({ nowMs: () => nowMs, maxKeys: 100 });
    for (let key = 0; key < 1_000; key += 1) limiter.consume(policy, `${key}`);
    expect(limiter.size).toBe(100);

    nowMs = 61_000;
    limiter.consume(policy, 'late');
    expect(limiter.size).toBe(1);
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s under %s', (address, key) => expect(addressKey(address)).toBe(key));
});
