import { Injectable, Module } from '@nestjs/common';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { UnitOfWork, type Transaction } from '#ground/database';
import { HandlesJob, ScheduledTask, type Job, type JobHandler, type RunsOnSchedule } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { Greet } from './sample.jobs.js';

@Injectable()
class SampleGreetings {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async add(text: string): Promise<void> {
    await this.unitOfWork.run((tx) =>
      tx.sql.query('insert into sample_greeting (text) values ($1) on conflict do nothing', [text]),
    );
  }
}

@HandlesJob(Greet)
class GreetHandler implements JobHandler<{ text: string }> {
  constructor(private readonly greetings: SampleGreetings) {}

  async handle({ data }: Job<{ text: string }>): Promise<void> {
    await this.greetings.add(data.text);
  }
}

@Injectable()
@ScheduledTask('sample-greeting')
class GreetRegularly implements RunsOnSchedule {
  readonly cron = '0 4 * * *';
  readonly description = 'adds a greeting every night';

  constructor(private readonly greetings: SampleGreetings) {}

  async run(): Promise<string> {
    await this.greetings.add('by a schedule');
    return 'Greeted.';
  }
}

@Injectable()
@AfterReading({ follows: 'pages' })
class GreetReadDocuments implements RunsAfterReading {
  async afterReading(tx: Transaction, _ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    const texts = documents.map(({ documentId }) => `${documentId}, one of ${documents.length}`);
    await tx.sql.query('insert into sample_greeting (text) select unnest($1::text[])', [texts]);
  }
}

@Module({ providers: [SampleGreetings, GreetHandler, GreetReadDocuments, GreetRegularly] })
export class SampleWorkerModule {}
