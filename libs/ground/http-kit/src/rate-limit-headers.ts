import type { FastifyReply } from 'fastify';
import { serializeList } from 'structured-headers';
import type { LimitState } from '#ground/kernel';

/** A limit whose numbers of hits and seconds are not known has no policy. */
export type AnnouncedLimit = Pick<LimitState, 'left' | 'name' | 'secondsLeft'> &
  Partial<Pick<LimitState, 'hits' | 'seconds'>>;

/** The limits of each response by their names; the state that was announced last counts. */
const announced = new WeakMap<FastifyReply, Map<string, AnnouncedLimit>>();

/**
 * Writes what the caller has left of a limit into the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers), next to the other limits of the same request.
 */
export function announceLimit(reply: FastifyReply, limit: AnnouncedLimit): void {
  const limits = announced.get(reply) ?? new Map<string, AnnouncedLimit>();
  announced.set(reply, limits.set(limit.name, limit));
  const all = [...limits.values()];
  reply.header(
    'ratelimit',
    listOf(all, ({ left, secondsLeft }) => ({ r: left, t: secondsLeft })),
  );
  const policies = all.filter(({ hits }) => hits !== undefined);
  if (policies.length > 0)
    reply.header(
      'ratelimit-policy',
      listOf(policies, ({ hits = 0, seconds = 0 }) => ({ q: hits, w: seconds })),
    );
}

function listOf(limits: AnnouncedLimit[], parameters: (limit: AnnouncedLimit) => Record<string, number>): string {
  return serializeList(limits.map((limit) => [limit.name, new Map(Object.entries(parameters(limit)))]));
}
