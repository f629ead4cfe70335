import { UnsafeUrl } from './unsafe-url.js';

const LONGEST_URL_OF_USERS = 2048;
/** Servers accept no longer ones, and a name of foreign letters is slow to parse when it is long. */
const LONGEST_URL = 16_384;

/** Ports above 1023 that browsers refuse (Fetch Standard, "bad port"): their servers could take HTTP for commands. */
const BAD_PORTS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** Parses the URL of a request. What differs by host is checked by {@link checkPort} and {@link checkLength}. */
export function parseUrl(text: string): URL {
  checkLength(text, LONGEST_URL);
  const url = URL.parse(text);
  if (!url) throw new UnsafeUrl('the URL is not valid. Remedy: write it out, such as https://example.com/path');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnsafeUrl(`the protocol ${url.protocol} is not allowed. Remedy: use http or https`);
  if (url.username !== '' || url.password !== '')
    throw new UnsafeUrl(
      'a user name or password in a URL is not allowed. Remedy: leave it out; a request can have the header authorization',
    );
  return url;
}

export function checkLength(text: string, longest: number = LONGEST_URL_OF_USERS): void {
  if (text.length > longest)
    throw new UnsafeUrl(
      `the URL has more than ${longest} characters. Remedy: use a shorter one, or send the data in the body`,
    );
}

export function checkPort({ port }: URL): void {
  const number = Number(port);
  if (port === '' || number === 80 || number === 443) return;
  if (number < 1024 || BAD_PORTS.has(number))
    throw new UnsafeUrl(
      `the port ${port} is not allowed. Remedy: use 80, 443 or a port above 1023 that belongs to no other protocol`,
    );
}

/** `localhost` and the names below it always mean this computer, whatever a DNS server says. */
export function isLocalhost(hostname: string): boolean {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name === 'localhost' || name.endsWith('.localhost');
}

/** The hostname as the URL standard writes it, for the address that a connection is made to. */
export function hostnameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** An IP address in a hostname without the brackets of IPv6. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
