import { afterEach, describe, expect, it } from '@jest/globals';
import { TextThreads, TextTooCostly, type TextLimits } from './text-threads.js';

const module = (name: string): URL => new URL(`../test/${name}.mjs`, import.meta.url);
let threads: TextThreads;

function withLimits(limits?: TextLimits): TextThreads {
  threads = new TextThreads(limits);
  return threads;
}

const work = (name: string, text = 'größe') => ({
  organizationId: 'org_a',
  module: module(name),
  input: { text },
  characters: text.length,
});

describe('TextThreads', () => {
  afterEach(() => threads.onApplicationShutdown());

  it('runs work in another thread and gives its bytes back', async () => {
    const result = await withLimits().run<object, { threadId: number; bytes: Uint8Array }>(work('echo'));
    expect(result.threadId).not.toBe(0);
    expect(Buffer.from(result.bytes).toString('utf8')).toBe('größe');
  });

  it('ends work that takes too long, and runs what comes after', async () => {
    await expect(withLimits({ heapMb: 64, ms: 500 }).run(work('spin'))).rejects.toThrow(TextTooCostly);
    await expect(threads.run(work('echo'))).resolves.toBeDefined();
  });

  it('ends work that takes too much memory, and runs what comes after', async () => {
    await expect(withLimits({ heapMb: 32, ms: 60_000 }).run(work('eat-memory'))).rejects.toThrow(TextTooCostly);
    await expect(threads.run(work('echo'))).resolves.toBeDefined();
  });

  it('passes on an error of the work', async () => {
    await expect(withLimits().run(work('fail'))).rejects.toThrow('not this text');
  });
});
