import { describe, expect, it } from '@jest/globals';
import { KnownDevices } from './known-device.js';

const devices = new KnownDevices(Buffer.alloc(32, 'k'));
const ada = 'ada@example.org';
const grace = 'grace@example.org';

describe('the cookie of known devices', () => {
  it('is kept for a year and sent to the routes that ask for a password', () => {
    expect(devices.remember(undefined, ada)).toMatchObject({
      name: 'cubit_device',
      path: '/api/v1/me',
      maxAgeS: 31_536_000,
    });
  });

  it('makes the device known for its own account only, ignoring the letter case of the address', () => {
    const { value } = devices.remember(undefined, ada);
    expect(devices.idFor(value, 'Ada@Example.org')).toMatch(/^[\w-]{22}$/);
    expect(devices.idFor(value, grace)).toBeNull();
  });

  it('lists the last 8 accounts that signed in on the device, under one id', () => {
    let { value } = devices.remember(undefined, ada);
    const id = devices.idFor(value, ada);
    ({ value } = devices.remember(value, grace));
    expect([devices.idFor(value, ada), devices.idFor(value, grace)]).toEqual([id, id]);
    for (let count = 0; count < 7; count += 1) ({ value } = devices.remember(value, `user-${count}@example.org`));
    expect([devices.idFor(value, ada), devices.idFor(value, grace)]).toEqual([null, id]);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['nonsense', 'x'.repeat(4_000)],
    ['one of another instance', new KnownDevices(Buffer.alloc(32, 'x')).remember(undefined, ada).value],
    ['one with the id of another device', `${'A'.repeat(22)}.${devices.remember(undefined, ada).value.split('.')[1]}`],
  ])('is ignored: %s', (_, cookie) => {
    expect(devices.idFor(cookie, ada)).toBeNull();
  });
});
