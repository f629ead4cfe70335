const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** A line end would end the header, and other characters cannot be sent. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers in the setting, with names in lower case. The setting is valid. */
export function readHeaders(text: string): Record<string, string> {
  const headers = JSON.parse(text) as Record<string, string>;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Says what the setting must be, without its values, which may be secret. */
export function mistakeInHeaders(text: unknown): string | undefined {
  let headers: unknown;
  try {
    headers = JSON.parse(String(text));
  } catch {
    return 'must be JSON, such as {"authorization": "Bearer …"}';
  }
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return 'must be a JSON object';
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) return 'must have names of HTTP headers only';
    if (typeof value !== 'string') return 'must have texts as values';
    if (!VALUE.test(value)) return 'must have values without line ends and without characters outside of Latin-1';
  }
  return undefined;
}
