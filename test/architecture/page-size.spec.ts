import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../scripts/check-page-size.mjs');

describe('the check of how much a page loads', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Builds pages whose files have these numbers of bytes that no compression makes smaller, and checks them. */
  function check(bytes: {
    entry?: number;
    shared?: number;
    list?: number;
    later?: number;
    css?: number;
    link?: number;
    chunks?: number;
  }) {
    folder = mkdtempSync(join(tmpdir(), 'archivolt-pages-'));
    const write = (file: string, content: Buffer | string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    };
    write('index.html', '<!doctype html>');
    write('link.html', '<!doctype html>');
    write('theme.js', '');
    for (const name of ['entry', 'shared', 'list', 'later', 'css', 'link'] as const)
      write(name, randomBytes(bytes[name] ?? 10));
    const chunks = Array.from({ length: bytes.chunks ?? 0 }, (_, index) => `chunk${index}`);
    for (const chunk of chunks) write(chunk, '');
    write(
      '.vite/manifest.json',
      JSON.stringify({
        'index.html': { file: 'entry', imports: ['_shared.js'], dynamicImports: ['src/later.tsx'], css: ['css'] },
        '_shared.js': { file: 'shared' },
        'src/later.tsx': { file: 'later' },
        'src/features/auth/sign-in-page.tsx': { file: 'shared', imports: ['_shared.js'] },
        'src/features/shell/app-shell.tsx': { file: 'shared', imports: ['index.html'] },
        'src/features/documents/documents-page.tsx': { file: 'list', imports: ['_shared.js', ...chunks] },
        ...Object.fromEntries(chunks.map((chunk) => [chunk, { file: chunk }])),
        'link.html': { file: 'link', css: ['css'] },
        'src/links/share/share-page.tsx': { file: 'link' },
        'src/links/drop/drop-page.tsx': { file: 'link' },
      }),
    );
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return { status, stdout };
  }

  it('accepts pages below their limits, without files that are loaded later', () => {
    expect(check({ entry: 70_000, shared: 70_000, later: 500_000 })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^ok sign-in: 140\.\d kB of 150\.0 kB, 5 files of 24\nok list of documents: 140\.\d kB/,
      ),
    });
  });

  it('refuses a page above its limit and names its largest files', () => {
    const { status, stdout } = check({ shared: 100_000, list: 130_000 });
    expect(status).toBe(1);
    expect(stdout).toMatch(/ok sign-in[^]*TOO LARGE list of documents: 230\.\d kB[^]*130\.\d kB list/);
  });

  it('refuses a page that is small and in too many files', () => {
    const { status, stdout } = check({ chunks: 20 });
    expect(status).toBe(1);
    expect(stdout).toMatch(/ok sign-in[^]*TOO LARGE list of documents: 0\.\d kB of 220\.0 kB, 2\d files of 24/);
  });

  it('counts the pages of links by their own entry', () => {
    const { status, stdout } = check({ entry: 100_000, link: 111_000 });
    expect(status).toBe(1);
    expect(stdout).toMatch(/ok sign-in[^]*TOO LARGE shared document: 111\.\d kB[^]*TOO LARGE drop page: 111\.\d kB/);
  });

  it('counts shared scripts and styles once', () => {
    const { status, stdout } = check({ shared: 90_000, css: 50_000 });
    expect(status).toBe(0);
    expect(stdout).toContain('sign-in: 140.');
  });
});
