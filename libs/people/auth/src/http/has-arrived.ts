import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';

type Received = Pick<FastifyRequest, 'headers' | 'method'> & { raw: { complete: boolean } };

/** Returns whether all of a request has arrived: it has no body, or a small one that came together with its head. */
export async function hasArrived({ headers, method, raw }: Received): Promise<boolean> {
  if (method === 'GET' || method === 'HEAD') return true;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return true;
  if (!raw.complete) await nextTurn(); // Node announces the head before it parses the rest of what it has received
  return raw.complete;
}
