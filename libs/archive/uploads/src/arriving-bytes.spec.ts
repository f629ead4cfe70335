import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { ArrivingBytes } from './arriving-bytes.js';

const chunks = (count: number) => Array.from({ length: count }, (_, index) => Buffer.alloc(10, index));
const never = new AbortController().signal;

describe('ArrivingBytes', () => {
  it('returns the body in pieces of the requested size', async () => {
    using bytes = new ArrivingBytes(Readable.from(chunks(3)), never);
    const pieces: Buffer[] = [];
    while (await bytes.hasMore()) pieces.push(await buffer(bytes.take(12)));
    expect(pieces.map(({ length }) => length)).toEqual([12, 12, 6]);
    expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks(3)));
  });

  it('the bytes end where the body breaks off', async () => {
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.from('abc'));
    using bytes = new ArrivingBytes(body, never);
    const taken = buffer(bytes.take(10));
    body.destroy(new Error('aborted'));
    expect((await taken).length).toBeLessThanOrEqual(3);
    expect(await bytes.hasMore()).toBe(false);
  });

  it('waiting for bytes ends with an abort, even when the abort came first', async () => {
    const abort = new AbortController();
    using waiting = new ArrivingBytes(new Readable({ read: () => undefined }), abort.signal);
    const hasMore = waiting.hasMore();
    abort.abort();
    expect(await hasMore).toBe(false);
    using late = new ArrivingBytes(Readable.from(chunks(1)), abort.signal);
    expect(await late.hasMore()).toBe(false);
  });

  it('leaves the rest of the body to the next reader when it is disposed', async () => {
    const body = Readable.from(chunks(50));
    {
      using bytes = new ArrivingBytes(body, never);
      expect(await bytes.hasMore()).toBe(true);
    }
    let dropped = 0;
    await new Promise((resolve) =>
      body
        .on('data', (chunk: Buffer) => (dropped += chunk.length))
        .on('end', resolve)
        .resume(),
    );
    expect(dropped).toBeGreaterThan(400);
    expect(body.destroyed && body.readableEnded).toBe(true);
  });
});
