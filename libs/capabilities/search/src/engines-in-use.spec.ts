import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { SearchDeclaration, Sql } from '@archivolt/plugin-kit';
import { TestClock } from '../../../../test/support/test-clock.js';
import { EnginesInUse } from './engines-in-use.js';
import type { IndexRoles } from './index-roles.js';
import type { IndexStateRepository } from './index-state.repository.js';
import { SearchEngine } from './search-engine.js';
import { SearchEngines } from './search-engines.js';

const anEngine = (pluginId: string, indexVersion = 1, transactional = true): SearchEngine =>
  new SearchEngine({
    pluginId,
    declaration: { transactional, indexVersion } as SearchDeclaration,
    open: () => Promise.reject(new Error('this test opens nothing')),
    timeoutMs: 50,
  });
const A = anEngine('search-a');
const B = anEngine('search-b');
const OUTSIDE = anEngine('search-outside', 1, false);
const sql = {} as Sql;

const KEPT_BY_A: IndexRoles = {
  pluginId: 'search-a',
  indexVersion: 1,
  isTransactional: true,
  answeringPluginId: null,
  answeringIndexVersion: null,
  leftPluginId: null,
  leftIsWritten: false,
};
const FROM_A_TO_B = { ...KEPT_BY_A, pluginId: 'search-b', answeringPluginId: 'search-a', answeringIndexVersion: 1 };

let clock: TestClock;
let roles: IndexRoles;
let reads: number;
let missed: string[];

function use(engines: SearchEngines): EnginesInUse {
  const state = {
    read: async () => {
      reads += 1;
      return roles;
    },
    missedBy: async (pluginId: string) => void missed.push(pluginId),
  };
  return new EnginesInUse(engines, state as unknown as IndexStateRepository, clock);
}

beforeEach(() => {
  roles = KEPT_BY_A;
  reads = 0;
  missed = [];
  clock = new TestClock();
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});

describe('EnginesInUse', () => {
  it('the engines follow the roles in the database, whichever plugin the settings name', async () => {
    for (const engines of [new SearchEngines(A, [B]), new SearchEngines(B, [A])]) {
      roles = KEPT_BY_A;
      expect(await use(engines).now()).toMatchObject({ answering: A, written: [A] });
      roles = FROM_A_TO_B;
      expect(await use(engines).now()).toMatchObject({ answering: A, written: [A, B], missing: [] });
      roles = { ...KEPT_BY_A, pluginId: 'search-b', leftPluginId: 'search-a', leftIsWritten: true };
      expect(await use(engines).now()).toMatchObject({ answering: B, written: [A, B] });
      roles = { ...roles, leftIsWritten: false };
      expect(await use(engines).now()).toMatchObject({ answering: B, written: [B], readable: [B, B] });
    }
  });

  it('writes nothing for a plugin outside the database, and answers from the configured one', async () => {
    roles = { ...KEPT_BY_A, pluginId: 'search-outside', isTransactional: false };
    expect(await use(new SearchEngines(OUTSIDE, [A])).now()).toMatchObject({ answering: OUTSIDE, written: [] });
    expect(await use(new SearchEngines(A, [OUTSIDE])).now()).toMatchObject({ answering: A, written: [A] });
  });

  it('uses a new version of the plugin that keeps the index, before and while it is filled again', async () => {
    const next = anEngine('search-a', 2);
    expect(await use(new SearchEngines(next, [B])).now()).toMatchObject({
      answering: next,
      written: [next],
      missing: [],
    });
  });

  it('reads the roles once in two seconds, and in the transaction of a change after that', async () => {
    const inUse = use(new SearchEngines(A, [B]));
    await Promise.all([inUse.now(), inUse.now()]);
    await inUse.written(sql);
    expect(reads).toBe(1);
    roles = FROM_A_TO_B;
    clock.advance(2_000);
    expect(await inUse.written(sql)).toEqual([A, B]);
    expect(reads).toBe(2);
    inUse.learn(KEPT_BY_A, clock.monotonic());
    expect(await inUse.written(sql)).toEqual([A]);
    expect(reads).toBe(2);
  });

  it.each([
    ['keeps the index', new SearchEngines(A), 'search-b'],
    ['answers meanwhile', new SearchEngines(B), 'search-a'],
    ['keeps it, when it is installed in another version', new SearchEngines(A, [anEngine('search-b', 2)]), 'search-b'],
  ])('notes before a change, every two seconds, that it lacks the plugin that %s', async (_, engines, lacking) => {
    roles = FROM_A_TO_B;
    const inUse = use(engines);
    await inUse.now();
    expect(missed).toEqual([]);
    await Promise.all([inUse.written(sql), inUse.written(sql)]);
    await inUse.written(sql);
    expect(missed).toEqual([lacking]);
    clock.advance(2_000);
    await inUse.written(sql);
    expect(missed).toEqual([lacking, lacking]);
  });
});
