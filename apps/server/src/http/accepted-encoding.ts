import type { FastifyReply } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** The best of the encodings that a client takes, by its `Accept-Encoding`; undefined: none. */
export function acceptedEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return available.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

/** Says to caches that the response depends on `Accept-Encoding`, too. */
export function varyByEncoding(reply: FastifyReply): void {
  const present = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!/(^|,\s*)(accept-encoding|\*)\s*(,|$)/i.test(present))
    reply.header('vary', present === '' ? 'accept-encoding' : `${present}, accept-encoding`);
}
