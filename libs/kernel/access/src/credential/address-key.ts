import { isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;

/** The rate-limit key of an address: for IPv6 its /64, because a client controls that whole network. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = tail === undefined ? front : [...front, ...zeros, ...back];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
