import { describe, expect, it } from '@jest/globals';
import { filePathsOf, isFilePath } from './file-paths.js';

const DOCUMENT = { ref: 'doc_1', createdAt: '2026-01-31T09:30:00.000Z', storageKey: 'key', versions: [] };
const pathOf = (name: string, originalName = name) => filePathsOf({ ...DOCUMENT, name, originalName }).get('key') ?? '';

describe('paths of files in a bundle', () => {
  it.each([
    ['Invoice 12.pdf', 'files/2026-01/Invoice 12 [doc_1].pdf'],
    ['../../etc/passwd', 'files/2026-01/.._.._etc_passwd [doc_1]'],
    ['CON.txt', 'files/2026-01/_CON [doc_1].txt'],
    ['a:b|c?.TXT', 'files/2026-01/a_b_c_ [doc_1].txt'],
    ['', 'files/2026-01/document [doc_1]'],
    ['. ', 'files/2026-01/document [doc_1]'],
  ])('the name %j becomes %s', (name, expected) => {
    expect(pathOf(name)).toBe(expected);
    expect(isFilePath(expected)).toBe(true);
  });

  it('a long name is cut, and keeps its id and extension', () => {
    const path = pathOf(`${'ü'.repeat(250)}.pdf`);
    expect(Buffer.byteLength(path)).toBeLessThan(130);
    expect(path).toMatch(/ü \[doc_1\]\.pdf$/);
  });

  it('an earlier version is next to the current file, and versions with the same file share it', () => {
    const version = (number: number, storageKey: string) => ({
      ...{ version: number, storageKey, size: 1, sha256: '', mimeType: '', createdAt: '', createdBy: null },
      ...{ change: 'upload' as const, restoredVersion: null },
    });
    const versions = [version(1, 'first'), version(2, 'second'), version(3, 'first')];
    const paths = filePathsOf({ ...DOCUMENT, storageKey: 'first', versions, name: 'a.pdf', originalName: 'a.pdf' });
    expect(Object.fromEntries(paths)).toEqual({
      first: 'files/2026-01/a [doc_1].pdf',
      second: 'files/2026-01/a [doc_1 v2].pdf',
    });
  });

  it.each([
    'files',
    'files/',
    'files//a',
    'files/./a',
    'files/../a',
    '/files/a',
    'files/a\\b',
    'files/a:b',
    'other/a',
    'files/a\0',
  ])('%j is not a path of a file', (path) => {
    expect(isFilePath(path)).toBe(false);
  });
});
