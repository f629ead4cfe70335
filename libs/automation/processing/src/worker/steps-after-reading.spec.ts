import { Global, Injectable, Module, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AfterReading, STEPS_AFTER_READING, type RunsAfterReading, type StepAfterReading } from '#archive/documents';
import { makeExtraction } from '#capabilities/extraction';
import type { Transaction } from '#ground/database';
import { systemContext } from '#ground/kernel';
import { StepsAfterReading } from './steps-after-reading.js';

const noted: string[] = [];

function step(declared: StepAfterReading): Type<RunsAfterReading> {
  @Injectable()
  @AfterReading(declared)
  class Step implements RunsAfterReading {
    afterReading(): Promise<void> {
      noted.push(typeof declared === 'string' ? declared : `after ${declared.follows}`);
      return Promise.resolve();
    }
  }
  return Step;
}

const OWN = STEPS_AFTER_READING.map(step);

async function run(steps: StepsAfterReading): Promise<void> {
  const extraction = makeExtraction('text', { text: 'text' });
  const read = { documentId: 'doc_1', extraction, lane: 'quick' as const, fileName: 'a.txt', wasRead: false };
  await steps.run({} as Transaction, systemContext('org_1', 'extraction'), [read]);
}

/** As the queue does: the hooks of a global module run before those of others. */
@Injectable()
class WorksAtOnce implements OnApplicationBootstrap {
  constructor(private readonly modules: ModuleRef) {}

  onApplicationBootstrap(): Promise<void> {
    return run(this.modules.get(StepsAfterReading, { strict: false }));
  }
}

@Global()
@Module({ providers: [WorksAtOnce] })
class QueueModule {}

describe('StepsAfterReading', () => {
  beforeEach(() => void noted.splice(0));

  async function start(steps: readonly Type<RunsAfterReading>[], imports: Type[] = []): Promise<TestingModule> {
    @Module({ imports: [DiscoveryModule], providers: [StepsAfterReading, ...steps] })
    class WorkerModule {}
    const app = await Test.createTestingModule({ imports: [...imports, WorkerModule] }).compile();
    return app.init();
  }

  it('runs the steps in their order, each followed by those that features declare to follow it', async () => {
    const app = await start([step({ follows: 'pages' }), ...OWN.toReversed()]);
    await run(app.get(StepsAfterReading));
    expect(noted).toEqual(['pages', 'after pages', 'thumbnail', 'rules', 'date', 'suggestions']);
    await app.close();
  });

  it('runs the steps for documents of jobs that have waited for the start of the process', async () => {
    const app = await start(OWN, [QueueModule]);
    expect(noted).toEqual([...STEPS_AFTER_READING]);
    await app.close();
  });

  it.each([
    ['none', OWN.slice(1)],
    ['two', [...OWN, step('pages')]],
  ])('stops the start when a step has %s instead of one provider', async (_, steps) => {
    await expect(start(steps)).rejects.toThrow(/the step "pages" after reading has \d providers instead of one/);
  });
});
