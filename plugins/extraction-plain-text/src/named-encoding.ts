/** `<?xml encoding="…"?>` or `<meta charset=…>`. */
export function namedEncoding(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 2048);
  return /<\?xml[^>]{0,100}encoding=["']([\w-]+)["']|<meta[^>]{0,200}charset=["']?([\w-]+)/i
    .exec(start)
    ?.slice(1)
    .find(Boolean);
}
