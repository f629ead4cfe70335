import { describe, expect, it } from '@jest/globals';
import { RecentFiles } from './recent-files.js';

describe('RecentFiles', () => {
  it('the bytes of a file are returned once', () => {
    const files = new RecentFiles();
    files.remember('a', Buffer.from('text'));
    expect(files.take('a')?.toString()).toBe('text');
    expect(files.take('a')).toBeUndefined();
  });

  it('the oldest file is forgotten when there are more than 64', () => {
    const files = new RecentFiles();
    for (let number = 0; number < 66; number += 1) files.remember(String(number), Buffer.from('text'));
    expect([0, 1, 2, 65].map((number) => files.take(String(number)) !== undefined)).toEqual([false, false, true, true]);
  });
});
