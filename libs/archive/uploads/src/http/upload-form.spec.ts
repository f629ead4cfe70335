import { once } from 'node:events';
import { connect } from 'node:net';
import multipart from '@fastify/multipart';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { readUploadForm } from './upload-form.js';

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';

describe('an upload that exceeds the time limit', () => {
  let fastify: FastifyInstance;
  const ends: unknown[] = [];
  const received: string[] = [];

  beforeAll(async () => {
    fastify = Fastify();
    await fastify.register(multipart);
    // As the server does, so that the client can read the response: the rest of the body is discarded.
    fastify.setErrorHandler((_, request, reply) => {
      request.raw.unpipe();
      request.raw.resume();
      return reply.code(504).send();
    });
    fastify.post('/', { handlerTimeout: 200 }, async (request) => {
      const receive = async ({ content }: { content: AsyncIterable<Buffer> }, signal: AbortSignal) => {
        const size = { bytes: 0 };
        const gaveUp = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
        gaveUp.catch(() => undefined);
        const all = (async () => {
          for await (const chunk of content) size.bytes += chunk.length;
        })();
        all.catch(() => undefined);
        await Promise.race([all, gaveUp]);
        received.push('received');
        return 'received';
      };
      await readUploadForm(request, receive).catch((error: unknown) => ends.push(error));
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => fastify.close());

  it.each([
    ['inside the file', 'half of it', 'the rest\r\n--x--\r\n', []],
    [
      'after the file',
      'all of it\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb',
      '\r\n--x--\r\n',
      ['received'],
    ],
  ])(
    'a slow upload that exceeds the time limit %s ends at once, although the whole body still arrives',
    async (_, before, after, wanted) => {
      ends.length = received.length = 0;
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(fastify.listeningOrigin).port) });
      const length = HEAD.length + before.length + after.length;
      socket.write(
        `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n${HEAD}${before}`,
      );
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(response.toString()).toContain('504');
      socket.write(after);
      socket.end();
      await once(socket, 'close');
      expect(ends).toHaveLength(1);
      expect(received).toEqual(wanted);
    },
  );
});
