import { describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyReply } from 'fastify';
import { parseList } from 'structured-headers';
import { announceLimit } from './rate-limit-headers.js';

const perKey = { name: 'api', hits: 100, seconds: 60, left: 99, secondsLeft: 60 };

async function headersOf(write: (reply: FastifyReply) => void) {
  const fastify = Fastify();
  fastify.get('/', (_request, reply) => {
    write(reply);
    return reply.send('');
  });
  const { headers } = await fastify.inject('/');
  await fastify.close();
  return { limit: headers['ratelimit'], policy: headers['ratelimit-policy'] };
}

describe('announceLimit', () => {
  it('the headers have the quota and the window of a limit, and what is left of it until when', async () => {
    expect(await headersOf((reply) => announceLimit(reply, perKey))).toEqual({
      limit: '"api";r=99;t=60',
      policy: '"api";q=100;w=60',
    });
  });

  it('the headers list several limits of one request, each once, with the latest state', async () => {
    const { limit, policy } = await headersOf((reply) => {
      announceLimit(reply, perKey);
      announceLimit(reply, { name: 'link', hits: 30, seconds: 3_600, left: 3, secondsLeft: 7 });
      announceLimit(reply, { ...perKey, left: 0 });
    });
    expect(limit).toBe('"api";r=0;t=60, "link";r=3;t=7');
    expect(policy).toBe('"api";q=100;w=60, "link";q=30;w=3600');
  });

  it('the headers have no policy for a limit whose numbers are unknown', async () => {
    const write = (reply: FastifyReply) => announceLimit(reply, { name: 'auth.requests', left: 0, secondsLeft: 9 });
    expect(await headersOf(write)).toEqual({ limit: '"auth.requests";r=0;t=9', policy: undefined });
  });

  it('the headers quote names so that they can be parsed', async () => {
    const { limit } = await headersOf((reply) => announceLimit(reply, { ...perKey, name: 'a "name", or two' }));
    expect(parseList(String(limit))).toEqual([
      [
        'a "name", or two',
        new Map([
          ['r', 99],
          ['t', 60],
        ]),
      ],
    ]);
  });
});
