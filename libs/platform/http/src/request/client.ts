import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from 'proxy-addr';

/** Which hops are trusted. The peer is hop 0; the address that it forwards is hop 1. */
export type TrustProxy = number | string | readonly string[];
export type Trust = (address: string, hop: number) => boolean;

const MAPPED_IPV4 = '::ffff:';

/** As Express' `trust proxy`: the number of proxies, or their addresses and ranges. Throws on other values. */
export function compileTrust(proxies: TrustProxy): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies.length === 0 ? () => false : proxyaddr.compile(proxies as string | string[]);
}

/** The address of the client, from trusted proxies or the socket. Forwarded values that are not addresses are ignored. */
export function clientAddress(req: IncomingMessage, trust: Trust): string {
  const peer = req.socket.remoteAddress ?? '';
  const named = req.headers['x-forwarded-for'] === undefined ? peer : plainAddress(proxyaddr(req, trust));
  return plainAddress(isIP(named) === 0 ? peer : named);
}

/** Whether the client reached the instance, or a trusted proxy before it, over TLS. */
export function cameByTls(req: IncomingMessage, trust: Trust): boolean {
  if ((req.socket as { readonly encrypted?: boolean }).encrypted === true) return true;
  const forwarded = req.headers['x-forwarded-proto'];
  if (typeof forwarded !== 'string' || !trust(req.socket.remoteAddress ?? '', 0)) return false;
  return forwarded.split(',', 1)[0]?.trim().toLowerCase() === 'https';
}

/** The address without the port that some proxies add; an IPv4-mapped IPv6 address as IPv4. */
function plainAddress(text: string): string {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}
