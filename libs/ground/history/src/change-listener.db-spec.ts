/** @own-modules */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Clock } from '#ground/kernel';
import { openHistory, type HistoryFixture } from '../test/open-history.js';
import { untilTrue } from '../../../../test/support/until.js';
import { ChangeListener } from './change-listener.js';
import { defineEvent } from './event-definition.js';
import { ChangesCommitted, ChangesMissed, Signals, type CommittedChanges, type Signal } from './signals.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Followed = defineEvent<{ what: string }>('test:followed', { description: 'Something else followed.' });

describe('ChangeListener', () => {
  let history: HistoryFixture;
  let emitter: EventEmitter2;
  let listener: ChangeListener;

  beforeAll(async () => {
    history = await openHistory();
  });
  afterAll(() => history.close());
  beforeEach(async () => {
    emitter = new EventEmitter2();
    listener = new ChangeListener(history.url, new Signals(emitter), new Clock());
    await listener.onModuleInit();
  });
  afterEach(() => listener.onModuleDestroy());

  const next = async <Payload extends object>(signal: Signal<Payload>): Promise<Payload> =>
    ((await emitter.waitFor(signal.name)) as unknown as [Payload])[0];

  it('receives a change that another connection commits', async () => {
    const ctx = await history.anOrganization();
    const heard = next(ChangesCommitted);
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'one' });
      history.changes.record(tx, ctx, Happened, { what: 'two' });
      history.changes.record(tx, ctx, Followed, { what: 'three' });
      await Promise.resolve();
    });
    expect(await heard).toEqual({
      organizationId: ctx.organizationId,
      position: 3,
      events: ['test:happened', 'test:followed'],
      subscribers: [],
    });
  });

  it('receives nothing of a transaction that is rolled back', async () => {
    const ctx = await history.anOrganization();
    const heard: CommittedChanges[] = [];
    emitter.on(ChangesCommitted.name, (change: CommittedChanges) => heard.push(change));
    const rolledBack = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'never' });
      tx.beforeCommit(() => Promise.reject(new Error('rolled back')));
      await Promise.resolve();
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    const committed = next(ChangesCommitted);
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Followed, { what: 'committed' });
      await Promise.resolve();
    });
    await committed;
    expect(heard).toEqual([
      { organizationId: ctx.organizationId, position: 1, events: ['test:followed'], subscribers: [] },
    ]);
  });

  it('connects again after its connection is killed, reports possibly missed changes, and receives the next', async () => {
    const ctx = await history.anOrganization();
    const missed = next(ChangesMissed);
    const ofListeners = `from pg_stat_activity
       where application_name = 'archivolt-listener' and datname = current_database()`;
    // The listener of the test before has closed its connection; PostgreSQL ends the process of it a moment later.
    await untilTrue('one listener', async () => (await history.rows(`select pid ${ofListeners}`)).length === 1);
    expect(await history.rows(`select pg_terminate_backend(pid) ${ofListeners}`)).toHaveLength(1);
    await missed;
    const heard = next(ChangesCommitted);
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'after the loss' });
      await Promise.resolve();
    });
    expect(await heard).toMatchObject({ organizationId: ctx.organizationId, position: 1 });
  });

  it('ignores notifications that it cannot read, and receives the next change', async () => {
    const ctx = await history.anOrganization();
    const heard = next(ChangesCommitted);
    const notify = (channel: string, text: string) => history.rows('select pg_notify($1, $2)', [channel, text]);
    for (const text of ['', 'hello', 'null', '"a"']) {
      await notify('archivolt_changes', text);
      await notify('archivolt_signals', text);
    }
    await notify('archivolt_signals', '{"signal":7,"payload":{}}');
    await notify('archivolt_signals', '{"signal":"test.rang"}');
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'after the others' });
      await Promise.resolve();
    });
    expect(await heard).toMatchObject({ organizationId: ctx.organizationId, position: 1 });
  });

  describe('for a broadcast signal', () => {
    const Rang: Signal<{ bell: string }> = { name: 'test.rang' };

    it('a broadcast signal is sent in this process when another connection commits it, alone or with events', async () => {
      const ctx = await history.anOrganization();
      const heard: object[] = [];
      emitter.on(Rang.name, (payload: object) => heard.push(payload));
      const alone = next(Rang);
      await history.unitOfWork.run(async (tx) => {
        history.broadcasts.send(tx, Rang, { bell: 'alone' });
        await Promise.resolve();
      });
      await alone;
      const committed = next(ChangesCommitted);
      const last = emitter.waitFor(Rang.name, { filter: ({ bell }: { bell: string }) => bell === 'second' } as never);
      await history.unitOfWork.run(async (tx) => {
        history.broadcasts.send(tx, Rang, { bell: 'first' });
        history.changes.record(tx, ctx, Happened, { what: 'one' });
        history.broadcasts.send(tx, Rang, { bell: 'second' });
        await Promise.resolve();
      });
      expect(await committed).toMatchObject({ organizationId: ctx.organizationId });
      await last;
      expect(heard).toEqual([{ bell: 'alone' }, { bell: 'first' }, { bell: 'second' }]);
    });

    it('a broadcast signal is not sent when the transaction is rolled back', async () => {
      const heard: object[] = [];
      emitter.on(Rang.name, (payload: object) => heard.push(payload));
      const rolledBack = history.unitOfWork.run(async (tx) => {
        history.broadcasts.send(tx, Rang, { bell: 'never' });
        tx.beforeCommit(() => Promise.reject(new Error('rolled back')));
        await Promise.resolve();
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      const rang = next(Rang);
      await history.unitOfWork.run(async (tx) => {
        history.broadcasts.send(tx, Rang, { bell: 'committed' });
        await Promise.resolve();
      });
      await rang;
      expect(heard).toEqual([{ bell: 'committed' }]);
    });

    it('a broadcast signal takes what fits into a notification and refuses more', async () => {
      const rang = next(Rang);
      await history.unitOfWork.run(async (tx) => {
        history.broadcasts.send(tx, Rang, { bell: 'ü'.repeat(3_970) });
        expect(() => history.broadcasts.send(tx, Rang, { bell: 'ü'.repeat(4_000) })).toThrow(
          'the signal test.rang has',
        );
        await Promise.resolve();
      });
      expect((await rang).bell).toHaveLength(3_970);
    });
  });

  it('the change listener continues after a listener of the signal throws', async () => {
    const ctx = await history.anOrganization();
    const failing = (): unknown => Promise.reject(new Error('the listener failed on purpose'));
    emitter.once(ChangesCommitted.name, failing);
    for (const what of ['first', 'second']) {
      const heard = next(ChangesCommitted);
      await history.unitOfWork.run(async (tx) => {
        history.changes.record(tx, ctx, Happened, { what });
        await Promise.resolve();
      });
      expect(await heard).toMatchObject({ organizationId: ctx.organizationId });
    }
  });

  it('the listener can be stopped while it cannot connect', async () => {
    const url = new URL(history.url);
    url.port = '9';
    const deaf = new ChangeListener(url.href, new Signals(emitter), new Clock());
    await deaf.onModuleInit();
    await deaf.onModuleDestroy();
  });
});
