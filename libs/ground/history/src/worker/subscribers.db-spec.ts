/** @own-modules */
import type { ConfigClass } from '@archivolt/plugin-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Global, Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditConfig } from '#config/audit';
import { HealthConfig } from '#config/health';
import { HistoryConfig } from '#config/history';
import { AuditModule } from '#ground/audit';
import { ConfigModule } from '#ground/settings';
import { DatabaseModule } from '#ground/database';
import {
  Handles,
  HistoryModule,
  defineEvent,
  defineSubscriber,
  type DeliveryAttempt,
  type RecordedEvent,
} from '#ground/history';
import { JobQueue, JobsModule } from '#ground/jobs';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { auditFeature } from '#ground/audit/feature';
import { openHistory, type HistoryFixture } from '../../test/open-history.js';
import { HistoryWorkerModule } from './history-worker.module.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Ended = defineEvent<{ what: string }>('test:ended', { description: 'Something ended.' });
const Mailer = defineSubscriber('test.mailer', Happened, { description: 'Sends a mail.', retries: 2 });
const Archiver = defineSubscriber('test.archiver', [Happened, Ended], { description: 'Keeps a copy.' });

@Injectable()
class Recorder {
  mails: { event: RecordedEvent<{ what: string }>; attempt: number }[] = [];
  copies: string[] = [];
  failures = 0;

  @Handles(Mailer)
  async mail(event: RecordedEvent<{ what: string }>, { attempt }: DeliveryAttempt): Promise<void> {
    this.mails.push({ event, attempt });
    if (this.failures-- > 0) throw new Error('the mail server is down');
    await Promise.resolve();
  }

  @Handles(Archiver)
  async copy({ payload }: RecordedEvent<{ what: string }>): Promise<void> {
    this.copies.push(payload.what);
    await Promise.resolve();
  }
}

@Global()
@Module({ providers: [Clock], exports: [Clock] })
class ClockModule {}

describe('a durable subscriber', () => {
  let history: HistoryFixture;
  let app: INestApplicationContext;
  let recorder: Recorder;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    history = await openHistory();
    const { url } = history;
    @Module({
      imports: [
        ConfigModule.forRoot(
          new Map<ConfigClass, object>([
            [AuditConfig, new AuditConfig()],
            [HistoryConfig, new HistoryConfig()],
            [HealthConfig, new HealthConfig()],
          ]),
        ),
        ClockModule,
        DatabaseModule.forRoot({ url, poolSize: 4 }),
        JobsModule.forRoot({ url, worksOnJobs: true, pollsForWork: false, isOnlyProcess: false }),
        HistoryModule.forRoot({ listensTo: url }),
        HistoryWorkerModule,
        AuditModule,
        await auditFeature.worker(),
      ],
      providers: [Recorder],
    })
    class Worker {}
    app = await NestFactory.createApplicationContext(Worker, { logger: ['error'] });
    recorder = app.get(Recorder);
  });
  afterAll(async () => {
    await (app as INestApplicationContext | undefined)?.close();
    await history.close();
  });
  beforeEach(async () => {
    ctx = await history.anOrganization();
    Object.assign(recorder, { mails: [], copies: [], failures: 0 });
  });

  const record = (what: string, event = Happened) =>
    history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, event, { what });
      await Promise.resolve();
    });
  const drain = () => app.get(JobQueue).drain();
  const jobsOf = () =>
    history.rows<{ name: string }>(`select name from job.job where data ->> 'organizationId' = $1 order by name`, [
      ctx.organizationId,
    ]);

  it('a subscriber gets each event exactly once when nothing fails, in a process that did not record it', async () => {
    await record('one');
    await record('two', Ended);
    expect((await jobsOf()).map(({ name }) => name)).toEqual([
      'subscriber.test.archiver',
      'subscriber.test.archiver',
      'subscriber.test.mailer',
    ]);
    await drain();
    await drain();
    expect(recorder.copies.sort()).toEqual(['one', 'two']);
    expect(recorder.mails).toMatchObject([
      {
        attempt: 1,
        event: {
          organizationId: ctx.organizationId,
          position: 1,
          name: 'test:happened',
          payload: { what: 'one' },
          actor: { kind: 'system', userId: null, apiKeyId: null, reason: 'command' },
          requestId: null,
        },
      },
    ]);
  });

  it('a subscriber has no job for an event that is rolled back', async () => {
    const rolledBack = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'never' });
      tx.beforeCommit(() => Promise.reject(new Error('rolled back')));
      await Promise.resolve();
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await jobsOf()).toEqual([]);
  });

  it('a subscriber is called again after a failure, with the same event id, without disturbing other subscribers', async () => {
    recorder.failures = 1;
    await record('twice');
    await drain();
    expect(recorder.mails.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(new Set(recorder.mails.map(({ event }) => event.id)).size).toBe(1);
    expect(recorder.copies).toEqual(['twice']);
  });

  it('a subscriber gets no second job when the same event is delivered again', async () => {
    await record('once');
    await drain();
    const [mail] = recorder.mails;
    const delivery = {
      subscriber: Mailer.name,
      organizationId: ctx.organizationId,
      eventId: mail?.event.id ?? '',
    };
    const options = { singletonKey: ({ eventId }: { eventId: string }) => eventId };
    await history.unitOfWork.run((tx) => history.jobs.enqueueAll(tx, Mailer.job, [delivery], options));
    await drain();
    expect(recorder.mails).toHaveLength(1);
  });

  it('a subscriber skips an event whose organization was purged', async () => {
    await record('gone');
    await history.rows('delete from organization where id = $1', [ctx.organizationId]);
    await drain();
    expect([recorder.mails, recorder.copies]).toEqual([[], []]);
  });

  it('a subscriber is woken by the commit of another process, after the event', async () => {
    const woken = Promise.withResolvers<void>();
    const wake = jest.spyOn(app.get(JobQueue), 'wake').mockImplementation(() => woken.resolve());
    await record('wakes the archiver only', Ended);
    await woken.promise;
    expect(wake.mock.calls.map(([job]) => job.name)).toEqual(['subscriber.test.archiver']);
    wake.mockRestore();
  });
});
