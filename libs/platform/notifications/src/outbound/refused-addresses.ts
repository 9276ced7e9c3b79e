import ipaddr from 'ipaddr.js';

type Ranges = readonly (readonly [string, string])[];

/**
 * Ranges that are not public, from the IANA registries of special-purpose addresses (iana-ipv4-special-registry,
 * iana-ipv6-special-registry) and of the IPv6 address space. The first match gives the reason.
 */
const REFUSED_IPV4: Ranges = [
  ['0.0.0.0/8', 'an unspecified address'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', 'an address behind a carrier’s NAT'],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'a reserved address'],
  ['192.0.2.0/24', 'a reserved address'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'a private address'],
  ['198.18.0.0/15', 'a reserved address'],
  ['198.51.100.0/24', 'a reserved address'],
  ['203.0.113.0/24', 'a reserved address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
];
const REFUSED_IPV6: Ranges = [
  ['::/128', 'an unspecified address'],
  ['::1/128', 'a loopback address'],
  ['::ffff:0:0/96', 'an IPv4 address in an IPv6 one'],
  ['::ffff:0:0:0/96', 'an IPv4 address in an IPv6 one'],
  ['::/96', 'an IPv4 address in an IPv6 one'],
  ['64:ff9b::/96', 'an IPv4 address behind NAT64'],
  ['64:ff9b:1::/48', 'an IPv4 address behind NAT64'],
  ['2002::/16', 'an IPv4 address in a 6to4 one'],
  ['2001::/32', 'an IPv4 address in a Teredo one'],
  ['2001::/23', 'a reserved address'],
  ['2001:db8::/32', 'a reserved address'],
  ['3fff::/20', 'a reserved address'],
  ['fc00::/7', 'a unique-local address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a site-local address'],
  ['ff00::/8', 'a multicast address'],
];
/** The range of global unicast addresses. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Interface identifiers of ISATAP (RFC 5214, 6.1): an IPv4 address follows. */
const ISATAP = new Set([0x0000_5efe, 0x0200_5efe]);

const ipv4 = REFUSED_IPV4.map(([range, rule]) => [ipaddr.IPv4.parseCIDR(range), rule] as const);
const ipv6 = REFUSED_IPV6.map(([range, rule]) => [ipaddr.IPv6.parseCIDR(range), rule] as const);

/** Why an address is refused, such as `a private address`; null if it is public. Invalid addresses are refused. */
export function refusedAddress(text: string): string | null {
  if (!ipaddr.isValid(text)) return 'no address';
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return ipv4.find(([range]) => address.match(range))?.[1] ?? null;
  if (address.zoneId !== undefined) return 'a link-local address';
  const rule = ipv6.find(([range]) => address.match(range))?.[1];
  if (rule !== undefined) return rule;
  if (!address.match(PUBLIC_IPV6)) return 'a reserved address';
  const [, , , , high = 0, low = 0] = address.parts;
  return ISATAP.has(high * 0x1_0000 + low) ? 'an IPv4 address in an ISATAP one' : null;
}
