import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { TextThreads } from './text-threads.js';
import { ContentPreparation } from './content-preparation.js';

const threads = new TextThreads({ heapMb: 128, ms: 2_000 });
const preparation = new ContentPreparation(threads);
const prepare = new URL('../test/prepare-short-texts.mjs', import.meta.url);
const ENGINE = { pluginId: 'search-x', declaration: { prepare } };
const WITHOUT = { pluginId: 'search-y', declaration: {} };
const ORGANIZATION = 'org_a';

describe('ContentPreparation', () => {
  afterAll(() => threads.onApplicationShutdown());

  it('leaves short contents, and those of a plugin without a preparation module, to the plugin', async () => {
    expect(await preparation.prepare(ORGANIZATION, 'cut', [ENGINE])).toEqual({ content: 'cut', isWhole: true });
    const content = 'cut '.repeat(10_000);
    expect(await preparation.prepare(ORGANIZATION, content, [WITHOUT])).toEqual({
      content,
      isWhole: true,
      texts: new Map(),
    });
  });

  it('returns the result of the preparation module, and whether it covers the whole content', async () => {
    const content = 'words '.repeat(10_000);
    const prepared = await preparation.prepare(ORGANIZATION, content, [WITHOUT, ENGINE]);
    expect(prepared).toMatchObject({ content, isWhole: true });
    expect(Buffer.from(prepared.texts?.get('search-x')?.parts['text'] ?? []).toString()).toBe(content);
    expect(await preparation.prepare(ORGANIZATION, `cut ${content}`, [ENGINE])).toMatchObject({ isWhole: false });
  });

  it('indexes the start of a content that takes too long, and reports that it is cut', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const content = 'words '.repeat(20_000);
    const prepared = await preparation.prepare(ORGANIZATION, content, [WITHOUT, ENGINE]);
    expect(prepared).toMatchObject({ content, isWhole: false });
    expect(prepared.texts?.get('search-x')?.parts['text']).toHaveLength(100_000);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
