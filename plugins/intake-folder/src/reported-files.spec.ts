import { describe, expect, it } from '@jest/globals';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { ReportedFiles } from './reported-files.js';
import { keyOf, type SeenFile } from './seen-file.js';

const file: SeenFile = {
  ...{ organizationId: 'org_000000000000000000000001', path: '/in/a', place: 'a' },
  state: { ctimeNs: 1n, dev: 1n, ino: 1n, mtimeNs: 1_795_000_000_123_456_789n, nlink: 1n, size: 1n },
};
const readable = { ...file, state: { ...file.state, ctimeNs: 2n } };
const other = { ...file, state: { ...file.state, mtimeNs: 2n } };

describe('a file that was reported', () => {
  it('a reported file keeps the key of its first report while its content is the same, even after a restart', async () => {
    const { state } = aTestHost({});
    const reported = await ReportedFiles.open(state);
    await reported.add(file, 'why');
    await reported.add(readable, 'why else');
    const restarted = await ReportedFiles.open(state);
    for (const each of [reported, restarted])
      expect([await each.keyOf(readable), await each.keyOf(other)]).toEqual([keyOf(file), keyOf(other)]);
    await restarted.forget(file);
    expect([await restarted.keyOf(readable), await state.keys()]).toEqual([keyOf(readable), []]);
  });

  it('a reported file is reported again for another reason, with other content and after a restart', async () => {
    const { state } = aTestHost({});
    const reported = await ReportedFiles.open(state);
    await reported.add(file, 'why');
    expect(await reported.isNews(readable, 'why')).toBe(false);
    expect(await reported.isNews(readable, 'else')).toBe(true);
    expect(await reported.isNews(other, 'why')).toBe(true);
    expect(await (await ReportedFiles.open(state)).isNews(file, 'why')).toBe(true);
  });

  it('a reported file is dropped when there are 10,000 later ones', async () => {
    const { state } = aTestHost({});
    const reported = await ReportedFiles.open(state);
    for (let index = 0; index <= 10_000; index += 1) await reported.add({ ...file, path: `/in/${index}` }, 'why');
    expect(await state.keys()).toHaveLength(10_000);
    expect(await reported.keyOf({ ...readable, path: '/in/0' })).toBe(keyOf(readable));
    expect(await reported.keyOf({ ...readable, path: '/in/1' })).toBe(keyOf(file));
  });
});
