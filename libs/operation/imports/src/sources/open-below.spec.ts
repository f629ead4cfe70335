import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openBelow } from './open-below.js';

describe('opening a file below a folder', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'archivolt-test-below-')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('never gives a file of another folder when a folder on the way is exchanged for a link again and again', async () => {
    for (const [name, content] of [
      ['root/way', 'inside'],
      ['other', 'outside'],
    ] as const) {
      mkdirSync(at(name), { recursive: true });
      writeFileSync(at(`${name}/a`), content);
    }
    symlinkSync(at('other'), at('link'));
    const read = new Set<string>();
    for (let turn = 0; turn < 500; turn += 1) {
      const reading = Array.from({ length: 4 }, async () => {
        await using file = await openBelow(at('root'), 'way/a');
        return (await file.read(Buffer.alloc(7))).buffer.toString().replaceAll('\0', '');
      });
      const ends = Promise.allSettled(reading);
      await new Promise(setImmediate);
      renameSync(at('root/way'), at('aside'));
      renameSync(at('link'), at('root/way'));
      await new Promise(setImmediate);
      renameSync(at('root/way'), at('link'));
      renameSync(at('aside'), at('root/way'));
      for (const end of await ends) if (end.status === 'fulfilled') read.add(end.value);
    }
    expect([...read]).toEqual(['inside']);
  });
});
