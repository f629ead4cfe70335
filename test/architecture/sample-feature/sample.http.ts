import { Controller, Get, Module } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { Access } from '#ground/http-kit';
import { JobQueue } from '#ground/jobs';
import { SampleConfig } from './sample.config.js';
import { Greet } from './sample.jobs.js';

@Controller('api/sample-greetings')
class SampleController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly config: SampleConfig,
  ) {}

  @Get()
  @Access.permissions('sample-greetings:read')
  async list(): Promise<{ texts: string[]; volume: number }> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ text: string }>(
      'select text from sample_greeting order by 1',
    );
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, Greet, { text: 'by a job' }));
    return { texts: rows.map(({ text }) => text), volume: this.config.volume };
  }
}

@Module({ controllers: [SampleController] })
export class SampleHttpModule {}
