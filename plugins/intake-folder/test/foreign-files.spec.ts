import { execFileSync } from 'node:child_process';
import { chmod, chown, link, mkdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openFile } from '../src/open-file.js';
import { stateOf } from '../src/seen-file.js';
import { FolderBench } from './folder-bench.js';

const OTHER_USER = 65_534;

const contents = (bench: FolderBench) => bench.documents.map(({ content }) => content);

/** Whatever was there before is known to be left alone when a file that came later is taken. */
async function takesOnly(bench: FolderBench, content: string): Promise<void> {
  await bench.put('zz-last.txt', content);
  await bench.agesUntil('the last file', () => bench.documents.length > 0);
  await bench.agesUntil('its removal', async () => !(await bench.names()).includes('zz-last.txt'));
  expect(contents(bench)).toEqual([content]);
}

/** Root may read everything, so the test goes on as a user who may not. */
async function asOtherUser(bench: FolderBench, work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  for (const path of [bench.home, bench.config.rootPath, bench.at('')]) await chown(path, OTHER_USER, OTHER_USER);
  process.seteuid?.(OTHER_USER);
  try {
    await work();
    await bench.stop();
  } finally {
    process.seteuid?.(0);
  }
}

describe('foreign entries in the watched folder', () => {
  it('symbolic links, named pipes, sockets and loops of folders are neither followed nor read', async () => {
    await using bench = await FolderBench.open();
    await bench.put('folder/inside.part', 'a folder');
    const outside = join(bench.home, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.txt'), 'secret');
    await symlink('/etc/passwd', bench.at('passwd.txt'));
    await symlink(outside, bench.at('elsewhere'));
    await symlink(bench.at(''), bench.at('folder/loop'));
    await symlink('loop-of-one', bench.at('loop-of-one'));
    execFileSync('mkfifo', [bench.at('pipe.txt')]);
    const server = createServer().listen(bench.at('socket.txt'));
    bench.start();
    await takesOnly(bench, 'a file');
    server.close();
    expect(bench.warnings.filter((text) => text.includes('left alone'))).toHaveLength(6);
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('a link that takes the place of a folder whose files were seen is not read', async () => {
    await using bench = await FolderBench.open();
    await bench.put('folder/scan.txt', 'moved out');
    const path = bench.at('folder/scan.txt');
    const seen = stateOf(await stat(path, { bigint: true }));
    bench.start();
    await bench.looks();
    await rename(bench.at('folder'), join(bench.home, 'outside'));
    await symlink(join(bench.home, 'outside'), bench.at('folder'));
    await expect(openFile(path, seen)).rejects.toThrow('symbolic link');
    await takesOnly(bench, 'a file');
    expect(await readFile(join(bench.home, 'outside/scan.txt'), 'utf8')).toBe('moved out');
  });

  it('a second name of a file is not taken, and is reported, until the file has one name or the setting allows it', async () => {
    await using bench = await FolderBench.open();
    const secret = join(bench.home, 'secret.txt');
    await bench.put('first.txt', 'the content of another user');
    await rename(bench.at('first.txt'), secret);
    await link(secret, bench.at('linked.txt'));
    bench.start();
    await bench.agesUntil('the report', () => bench.failures.size > 0);
    for (let pause = 0; pause < 20; pause += 1) {
      bench.pass(300_000);
      await bench.looks(2);
    }
    expect([bench.reports, bench.documents.length]).toEqual([1, 0]);
    expect([...bench.failures.values()]).toMatchObject([{ fileName: 'linked.txt' }]);
    await unlink(secret);
    await bench.agesUntil('the document', () => bench.documents.length > 0);
    expect([bench.failures.size, contents(bench)]).toEqual([0, ['the content of another user']]);

    await using allowing = await FolderBench.open({ hardLinksAllowed: true });
    await allowing.put('one.txt', 'twice there');
    await link(allowing.at('one.txt'), join(allowing.home, 'other.txt'));
    allowing.start();
    await allowing.agesUntil('the document', () => allowing.documents.length > 0);
    expect(await readFile(join(allowing.home, 'other.txt'), 'utf8')).toBe('twice there');
  });

  it('a file is reported once while the server may not read it, and taken when it may', async () => {
    await using bench = await FolderBench.open();
    await bench.put('private.txt', 'private');
    await chmod(bench.at('private.txt'), 0o600);
    await asOtherUser(bench, async () => {
      if (process.getuid?.() !== 0) await chmod(bench.at('private.txt'), 0);
      bench.start();
      await bench.agesUntil('the report', () => bench.failures.size > 0);
      for (let pause = 0; pause < 20; pause += 1) {
        bench.pass(300_000);
        await bench.looks(2);
      }
      expect([bench.reports, bench.documents.length]).toEqual([1, 0]);
      process.seteuid?.(process.getuid?.() ?? 0);
      await chmod(bench.at('private.txt'), 0o644);
      if (process.getuid?.() === 0) process.seteuid?.(OTHER_USER);
      await bench.agesUntil('the document', async () => (await bench.names()).length === 0);
      expect([bench.failures.size, contents(bench)]).toEqual([0, ['private']]);
    });
  });

  it('a file that became valid while the server was down is removed from the list of failures', async () => {
    await using bench = await FolderBench.open();
    const second = join(bench.home, 'second.txt');
    await link(await bench.put('linked.txt', 'one name by now'), second);
    bench.start();
    await bench.agesUntil('the report', () => bench.failures.size > 0);
    await bench.stop();
    await unlink(second);
    bench.start();
    await bench.agesUntil('the removal', async () => (await bench.names()).length === 0);
    expect([bench.failures.size, contents(bench)]).toEqual([0, ['one name by now']]);
    expect(await bench.state.keys()).toEqual([]);
  });

  it('a file whose name is not valid UTF-8 is reported', async () => {
    await using bench = await FolderBench.open();
    await bench.put('folder/x.part', '');
    await writeFile(Buffer.concat([Buffer.from(bench.at('caf')), Buffer.from([0xe9]), Buffer.from('.txt')]), 'coffee');
    bench.start();
    await bench.agesUntil('the report', () => bench.failures.size > 0);
    expect([...bench.failures.values()]).toMatchObject([{ reason: 'Its name is not valid UTF-8. Rename it.' }]);
    await takesOnly(bench, 'a file');
    expect(bench.reports).toBe(1);
  });

  it('a file of a missing organization stays, with one warning, and is taken when the organization is restored', async () => {
    await using bench = await FolderBench.open();
    await bench.put('scan.txt', 'of a deleted organization', 'org_000000000000000000000003');
    await bench.put('scan.txt', 'of no organization', 'unknown');
    bench.start();
    await takesOnly(bench, 'a file');
    for (let minute = 0; minute < 20; minute += 1) {
      bench.pass(60_000);
      await bench.put('again.txt', `minute ${minute}`);
      await bench.agesUntil('the file', () => bench.documents.length === minute + 2);
    }
    expect(bench.warnings).toHaveLength(2);
    expect(bench.warnings.join()).toContain('org_000000000000000000000003 is left alone');
    expect(bench.warnings.join()).toContain('unknown is left alone');
    bench.organizations.add('org_000000000000000000000003');
    await bench.agesUntil('the document', () => contents(bench).includes('of a deleted organization'));
    expect(await bench.names('', 'unknown')).toEqual(['scan.txt']);
  });

  it('files of a deleted folder are dropped, and files of a folder that is created again are found', async () => {
    await using bench = await FolderBench.open();
    await bench.put('a/b/c.txt', 'one');
    bench.start();
    await bench.looks();
    await rm(bench.at('a'), { recursive: true });
    await bench.put('a/b/c.txt', 'two');
    await bench.agesUntil('the document', () => bench.documents.length > 0);
    expect(contents(bench)).toEqual(['two']);
  });
});
