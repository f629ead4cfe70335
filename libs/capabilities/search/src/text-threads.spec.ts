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

  it('runs the module in another thread and returns its bytes', async () => {
    const result = await withLimits().run<object, { threadId: number; bytes: Uint8Array }>(work('echo'));
    expect(result.threadId).not.toBe(0);
    expect(Buffer.from(result.bytes).toString('utf8')).toBe('größe');
  });

  it('aborts work that takes too long and runs the next task', async () => {
    const limits = { heapMb: 64, ms: 500 };
    await expect(withLimits(limits).run(work('spin'))).rejects.toThrow(TextTooCostly);
    limits.ms = 60_000; // for the start of another thread
    await expect(threads.run(work('echo'))).resolves.toBeDefined();
  });

  it('aborts work that uses too much memory and runs the next task', async () => {
    await expect(withLimits({ heapMb: 32, ms: 60_000 }).run(work('eat-memory'))).rejects.toThrow(TextTooCostly);
    await expect(threads.run(work('echo'))).resolves.toBeDefined();
  });

  it('rejects with the error that the module throws', async () => {
    await expect(withLimits().run(work('fail'))).rejects.toThrow('not this text');
  });
});
