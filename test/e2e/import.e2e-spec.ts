/** @own-modules */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ArchiveRecord, ArchiveSource } from '#operation/imports';
import { addImportCommands } from '../../apps/cli/src/commands/import.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { runCliHere } from './run-cli-here.js';

const RECORDS: readonly ArchiveRecord[] = [
  { kind: 'organization', ref: 'o', name: 'Brought along' },
  { kind: 'tag', ref: 't', name: 'Letters' },
  { kind: 'document', ref: 'd1', name: 'one.txt', file: { path: 'd1', name: 'one.txt' }, tagRefs: ['t'] },
  { kind: 'document', ref: 'd2', name: 'two.txt', file: { path: 'd2', name: 'two.txt', size: 1 } },
];

jest.setTimeout(120_000);

describe('the command import', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-import-'));
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    await app.aUser({ email: 'owner@example.com' });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (argument: string): Promise<ArchiveSource> =>
    Promise.resolve({
      name: 'Sample',
      id: argument,
      records: () => Readable.from(RECORDS) as AsyncIterable<ArchiveRecord>,
      open: ({ path }) => Promise.resolve(Readable.from([Buffer.from(`text of ${path}`)])),
    });
  const source = { name: 'sample', description: 'a sample', argument: '<word>', open };
  const importHere = (...words: string[]) =>
    runCliHere(
      ['import', 'sample', ...words],
      { NODE_ENV: 'test', DATA_DIR: app.dataDir, DATABASE_URL: app.installation.databaseUrl },
      async (given) => {
        const program = new Command().exitOverride();
        addImportCommands(program, [source]);
        await program.parseAsync(given, { from: 'user' });
      },
    );

  it('the command import makes an organization, reports what did not come, and goes on with it the next time', async () => {
    const report = join(folder, 'report.jsonl');
    const words = ['one', '--new-organization', '--owner', 'owner@example.com'];
    const first = await importHere(...words, '--report', report);
    expect(first.code).toBe(1);
    expect(first.output).toMatch(/^Of Sample:\n/m);
    expect(first.output).toMatch(/^document +2 +1 +0 +0 +1$/m);
    const lines = (await readFile(report, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...{ kind: 'document', ref: 'd2', name: 'two.txt', outcome: 'not-imported' },
        reasons: [expect.stringMatching(/has 10 bytes, not 1/)],
      },
    ]);
    const id = /^Organization (org_\w+)$/m.exec(first.output)?.[1];
    expect(id).toEqual(expect.any(String));
    const second = await importHere(...words);
    expect(second.output).toContain(`Organization ${id}`);
    expect(second.output).toMatch(/^document +2 +0 +1 +0 +1$/m);
    await expect(importHere(...words, '--report', report)).rejects.toThrow(/Name a new file for the report/);
  });

  it('a dry run of the command import changes nothing and says so', async () => {
    const { body } = await api.get<{ user: { email: string } }>('/api/users/me');
    const words = ['two', '--organization', organizationId, '--as', body.user.email, '--dry-run'];
    const { output, code } = await importHere(...words);
    expect(output).toContain('This was a dry run: nothing was changed.');
    expect(output).toMatch(/^tag +1 +1 +0 +0 +0$/m);
    expect(code).toBe(1);
    const { body: list } = await api.get<{ documentsCount: number }>(`/api/organizations/${organizationId}/documents`);
    expect(list.documentsCount).toBe(0);
  });

  it.each([
    [[], /Say where it goes/],
    [['--organization', 'org_x', '--new-organization'], /Say where it goes/],
    [['--organization', 'org_x'], /in whose name/],
    [['--new-organization'], /needs --owner/],
    [['--new-organization', '--owner', 'a@example.com', '--as', 'b@example.com'], /in the name of its owner/],
    [['--new-organization', '--owner', 'unknown@example.com'], /no account with the e-mail address/],
  ])('the command import refuses a target that is not clear: %j', async (words, message) => {
    await expect(importHere('three', ...words)).rejects.toThrow(message);
  });
});
