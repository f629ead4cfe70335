/** The host as the URL standard writes it, IPv6 without brackets; `undefined` when it is none. */
export function canonicalHost(host: string): string | undefined {
  const hostname = URL.parse(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`)?.hostname;
  return hostname?.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Every host that settings name: alone, in a URL or in a JSON object. */
export function hostsNamedIn(settings: unknown): ReadonlySet<string> {
  return new Set(hostsIn(settings));
}

function hostsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(hostsIn);
  if (typeof value !== 'string') return [];
  const object = objectIn(value);
  if (object) return hostsIn(object);
  return [URL.parse(value)?.hostname, value].flatMap((host) => (host ? (canonicalHost(host.trim()) ?? []) : []));
}

function objectIn(text: string): object | undefined {
  if (!text.trim().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
