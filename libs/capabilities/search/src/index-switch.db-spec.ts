import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlOver } from '#ground/database';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { IndexStateRepository } from './index-state.repository.js';

const A = { pluginId: 'search-a', indexVersion: 1 };
const B = { pluginId: 'search-b', indexVersion: 1 };
const ALWAYS = () => true;

let database: OpenDatabase;
let state: IndexStateRepository;

beforeAll(async () => {
  database = await openDatabase();
  state = new IndexStateRepository(database.unitOfWork);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    `update search_index set plugin_id = 'search-a', index_version = 1, is_transactional = true,
       answering_plugin_id = null, answering_index_version = null, left_plugin_id = null, left_is_written = false,
       rebuild_reason = null, rebuild_clears = false, rebuild_after = null`,
  );
});

const sql = () => sqlOver(database.unitOfWork.db);

describe('the row of the search index during a switch', () => {
  it('the row names the old plugin until the rebuild has ended, and then as the one to leave', async () => {
    expect(await state.adopt(B, true, ALWAYS)).toContain('search-a version 1');
    const during = await state.read();
    expect(during).toMatchObject({ ...B, answeringPluginId: 'search-a', rebuildClears: true, leftPluginId: null });
    await state.finishRebuild(sql(), { ...during, rebuildNumber: during.rebuildNumber - 1 });
    expect(await state.read()).toEqual(during);
    await state.finishRebuild(sql(), during);
    const after = await state.read();
    expect(after).toMatchObject({ ...B, answeringPluginId: null, leftPluginId: 'search-a', leftIsWritten: true });
    expect(after.rolesChangedAt.getTime()).toBeGreaterThanOrEqual(during.rolesChangedAt.getTime());
  });

  it('the row can be changed by only one of several processes that start with another plugin', async () => {
    const reasons = await Promise.all(Array.from({ length: 4 }, () => state.adopt(B, true, ALWAYS)));
    expect(reasons.filter((reason) => reason !== undefined)).toHaveLength(1);
  });

  it('the index is complete at once when the answering plugin is chosen again', async () => {
    await state.adopt(B, true, ALWAYS);
    const during = await state.read();
    await state.adopt(A, true, ALWAYS);
    expect(await state.read()).toMatchObject({
      ...A,
      rebuildReason: null,
      answeringPluginId: null,
      leftPluginId: B.pluginId,
    });
    // The process that fills the other one is late.
    await state.finishRebuild(sql(), during);
    expect(await state.read()).toMatchObject({ ...A, leftPluginId: B.pluginId, leftIsWritten: false });
  });

  it('the index is filled again from the beginning when a change was not written into it', async () => {
    await state.adopt(B, true, ALWAYS);
    const before = await state.read();
    await state.advance(sql(), before, { after: '', done: 0 });
    await state.missedBy('search-b', 'a process without it has changed documents');
    expect(await state.read()).toMatchObject({
      rebuildNumber: before.rebuildNumber + 1,
      rebuildAfter: null,
      rebuildClears: true,
      answeringPluginId: 'search-a',
    });
  });

  it('the index no longer answers when a change was not written into it', async () => {
    await state.adopt(B, true, ALWAYS);
    const { rebuildNumber } = await state.read();
    await state.missedBy('search-a', 'a process without it has changed documents');
    expect(await state.read()).toMatchObject({
      ...B,
      rebuildNumber,
      answeringPluginId: null,
      leftPluginId: 'search-a',
      leftIsWritten: false,
    });
  });

  it('a plugin that was chosen again in the meantime cannot be emptied', async () => {
    await state.adopt(B, true, ALWAYS);
    await state.finishRebuild(sql(), await state.read());
    await state.stopWritingLeft(sql(), await state.read());
    const left = await state.read();
    expect(left).toMatchObject({ leftPluginId: 'search-a', leftIsWritten: false });
    expect(await database.unitOfWork.run((tx) => state.lockLeft(tx.sql, left))).toBe(true);
    await state.adopt(A, true, ALWAYS);
    expect(await database.unitOfWork.run((tx) => state.lockLeft(tx.sql, left))).toBe(false);
    await state.forgetLeft(sql(), left);
    expect(await state.read()).toMatchObject({ ...A, answeringPluginId: 'search-b', leftPluginId: null });
  });
});
