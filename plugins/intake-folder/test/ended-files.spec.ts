import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { IntakeFailure } from '@archivolt/plugin-kit';
import { ARCHIVE, FolderBench } from './folder-bench.js';

const onlyFailure = (bench: FolderBench) => [...bench.failures.values()][0] as IntakeFailure;

const refusing = (bench: FolderBench) => {
  bench.refuses = (content) => (content.startsWith('bad') ? 'The file is too large.' : undefined);
};

describe('a file that was taken', () => {
  it('a taken file is moved to the done folder without replacing another, and the same bytes are there once', async () => {
    await using bench = await FolderBench.open({ strategy: 'move' });
    bench.start();
    for (const content of ['one', 'two', 'one', 'two']) {
      const path = await bench.put('deep/down/scan.txt', content);
      await utimes(path, 1_700_000_000, 1_700_000_000);
      await bench.agesUntil('the move', async () => (await bench.names('deep/down')).length === 0);
    }
    expect(await bench.names('ingestion-done')).toEqual(['scan.txt', 'scan_1700000000000.txt']);
    expect(await readFile(bench.at('ingestion-done/scan.txt'), 'utf8')).toBe('one');
    expect(await readFile(bench.at('ingestion-done/scan_1700000000000.txt'), 'utf8')).toBe('two');
    expect(bench.documents).toHaveLength(4);
  });

  it('a taken file is copied to a done folder on another disk, with its time, and then removed', async () => {
    await using bench = await FolderBench.open({ strategy: 'move' });
    if (!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(bench.home).dev) return;
    const disk = await mkdtemp('/dev/shm/intake-folder-');
    bench.config.doneFolder = disk;
    const path = await bench.put('scan.txt', 'far away');
    await utimes(path, 1_700_000_000, 1_700_000_000);
    bench.start();
    await bench.agesUntil('the move', async () => (await bench.names()).length === 0);
    expect(await readFile(join(disk, 'scan.txt'), 'utf8')).toBe('far away');
    expect((await stat(join(disk, 'scan.txt'))).mtimeMs).toBe(1_700_000_000_000);
    await rm(disk, { recursive: true });
  });

  it('a taken file is removed after a crash before its removal, and its document exists once', async () => {
    await using bench = await FolderBench.open();
    await bench.put('scan.txt', 'once');
    bench.afterTaking = () => bench.abort();
    bench.start();
    await bench.agesUntil('the document', () => bench.documents.length > 0);
    await bench.stop();
    expect(await bench.names()).toEqual(['scan.txt']);
    bench.afterTaking = () => undefined;
    bench.start();
    await bench.agesUntil('the removal', async () => (await bench.names()).length === 0);
    expect(bench.documents).toHaveLength(1);
  });

  it('a taken file stays when its folder is a link to another place, and nothing is written there', async () => {
    await using bench = await FolderBench.open({ strategy: 'move' });
    await bench.put('scan.txt', 'taken');
    const outside = join(bench.home, 'outside');
    await mkdir(outside);
    await symlink(outside, bench.at('ingestion-done'));
    bench.start();
    await bench.agesUntil('the warning', () =>
      bench.warnings.some((text) => text.includes('put a folder in its place')),
    );
    expect(await bench.names()).toEqual(['ingestion-done', 'scan.txt']);
    await rm(bench.at('ingestion-done'));
    await bench.agesUntil('the move', async () => (await bench.names('ingestion-done')).length === 1);
    expect(bench.documents).toHaveLength(1);
  });
});

describe('a file that was refused', () => {
  it('a refused file is moved to the error folder with its reason, can be read there, and is removed after a retry', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    await bench.put('deep/scan.txt', 'bad');
    bench.start();
    await bench.agesUntil('the move', async () => (await bench.names('deep')).length === 0);
    expect(await bench.names('ingestion-error')).toEqual(['scan.txt', 'scan.txt.reason.txt']);
    expect(await readFile(bench.at('ingestion-error/scan.txt.reason.txt'), 'utf8')).toBe(
      'scan.txt: The file is too large.\n',
    );
    expect(await bench.retry(onlyFailure(bench))).toBe('bad');
    expect(await bench.names('ingestion-error')).toEqual([]);
    expect(await bench.retry(onlyFailure(bench))).toBeUndefined();
  });

  it('a refused file is moved after a crash before the move, and a retry finds it in both places', async () => {
    await using bench = await FolderBench.open({ strategy: 'move' });
    refusing(bench);
    await bench.put('scan.txt', 'bad one');
    bench.afterTaking = () => bench.abort();
    bench.start();
    await bench.agesUntil('the result', () => bench.failures.size > 0);
    await bench.stop();
    const content = await bench
      .intake()
      .reopen?.(onlyFailure(bench).reference ?? '', { signal: new AbortController().signal });
    content?.destroy();
    expect(content).toBeDefined();
    bench.start();
    await bench.agesUntil('the move', async () => (await bench.names('ingestion-error')).length === 2);
    expect(await bench.retry(onlyFailure(bench))).toBe('bad one');
    expect(await bench.names('ingestion-done')).toEqual(['scan.txt']);
    expect(await bench.names('ingestion-error')).toEqual([]);
  });

  it('a refused file keeps its own bytes among others with its name, and shares equal ones', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    bench.start();
    const moments = [1_700_000_001, 1_700_000_002, 1_700_000_003];
    for (const [index, content] of ['bad 1', 'bad 2', 'bad 1'].entries()) {
      const path = await bench.put('scan.txt', content);
      await utimes(path, moments[index] ?? 0, moments[index] ?? 0);
      await bench.agesUntil('the move', async () => !(await bench.names()).includes('scan.txt'));
    }
    expect(await bench.names('ingestion-error')).toEqual([
      'scan.txt',
      'scan.txt.reason.txt',
      'scan_1700000002000.txt',
      'scan_1700000002000.txt.reason.txt',
    ]);
    const [first, second, third] = [...bench.failures.values()] as [IntakeFailure, IntakeFailure, IntakeFailure];
    expect(await bench.retry(third)).toBe('bad 1');
    expect(await bench.retry(first)).toBeUndefined();
    expect(await bench.retry(second)).toBe('bad 2');
    expect(await bench.names('ingestion-error')).toEqual([]);
  });

  it('no reason is left in the error folder when another file has taken its name', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    const path = await bench.put('scan.txt', 'bad');
    bench.afterTaking = () => {
      if (bench.documents.length > 0) return;
      writeFileSync(bench.at('.new'), 'good');
      renameSync(bench.at('.new'), path);
    };
    bench.start();
    await bench.agesUntil('the document', async () => !(await bench.names()).includes('scan.txt'));
    expect(bench.documents).toMatchObject([{ content: 'good' }]);
    expect(await bench.names('ingestion-error')).toEqual([]);
  });

  it('a refused file with the name of a reason is not touched, even when it is taken later', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    bench.start();
    for (const [name, content] of [
      ['scan.txt.reason.txt', 'bad luck: a file of a user\n'],
      ['scan.txt', 'bad'],
    ] as const) {
      await bench.put(name, content);
      await bench.agesUntil('the move', async () => !(await bench.names()).includes(name));
    }
    const others = ['scan.txt.reason.txt', 'scan.txt.reason.txt.reason.txt'];
    expect(await bench.names('ingestion-error')).toEqual(['scan.txt', ...others, 'scan.txt.reason_2.txt'].sort());
    const failure = [...bench.failures.values()].find(({ fileName }) => fileName === 'scan.txt') as IntakeFailure;
    expect(await bench.retry(failure)).toBe('bad');
    expect(await bench.names('ingestion-error')).toEqual(others);
    const kept = await readFile(bench.at('ingestion-error/scan.txt.reason.txt'), 'utf8');
    expect(kept).toBe('bad luck: a file of a user\n');
  });

  it('a refused file has one reason, even when those of earlier files with its name were left behind', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    bench.start();
    for (const content of ['bad 1', 'bad 2', 'bad 3']) {
      await bench.put('scan.txt', content);
      await bench.agesUntil('the move', async () => !(await bench.names()).includes('scan.txt'));
      expect(await bench.names('ingestion-error')).toEqual(['scan.txt', 'scan.txt.reason.txt']);
      await rm(bench.at('ingestion-error/scan.txt'));
    }
  });

  it('the server does not write through a link in the place of the reason', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    const outside = join(bench.home, 'outside.txt');
    await writeFile(outside, 'untouched');
    await bench.put('scan.txt', 'bad');
    await mkdir(bench.at('ingestion-error'));
    await symlink(outside, bench.at('ingestion-error/scan.txt.reason.txt'));
    bench.start();
    await bench.agesUntil('the move', async () => !(await bench.names()).includes('scan.txt'));
    expect(await readFile(outside, 'utf8')).toBe('untouched');
  });

  it('a refused file has the longest name that the system allows, even with a reason and next to another one', async () => {
    await using bench = await FolderBench.open();
    refusing(bench);
    bench.start();
    const name = `${'ä'.repeat(125)}.txt`;
    for (const content of ['bad 1', 'bad 2']) {
      await bench.put(name, content);
      await bench.agesUntil('the move', async () => !(await bench.names()).includes(name));
    }
    expect(await bench.names('ingestion-error')).toHaveLength(4);
    for (const failure of bench.failures.values()) expect(await bench.retry(failure)).toMatch(/^bad [12]$/);
  });

  it('a reference that leads out of the folder is not followed', async () => {
    await using bench = await FolderBench.open();
    const { signal } = new AbortController();
    for (const place of ['../x', '/etc/passwd', 'a//b', '..'])
      await expect(bench.intake().reopen?.(JSON.stringify([ARCHIVE, place, '1', '1']), { signal })).rejects.toThrow(
        'not the reference',
      );
  });
});
