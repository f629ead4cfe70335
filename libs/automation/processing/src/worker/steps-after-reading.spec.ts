import { Global, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { makeExtraction } from '#capabilities/extraction';
import type { Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { StepsAfterReading } from './steps-after-reading.js';

const noted: string[] = [];

@Injectable()
@AfterReading('pages')
class NoteDocuments implements RunsAfterReading {
  afterReading(_tx: Transaction, _ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    noted.push(...documents.map(({ documentId }) => documentId));
    return Promise.resolve();
  }
}

/** As the queue does: the hooks of a global module run before those of others. */
@Injectable()
class WorksAtOnce implements OnApplicationBootstrap {
  constructor(private readonly modules: ModuleRef) {}

  async onApplicationBootstrap(): Promise<void> {
    const steps = this.modules.get(StepsAfterReading, { strict: false });
    const extraction = makeExtraction('text', { text: 'text' });
    const read: ReadDocument = { documentId: 'doc_1', extraction, lane: 'quick', wasRead: false };
    await steps.run({} as Transaction, systemContext('org_1', 'extraction'), [read]);
  }
}

@Global()
@Module({ providers: [WorksAtOnce] })
class QueueModule {}

@Module({ imports: [DiscoveryModule], providers: [StepsAfterReading, NoteDocuments] })
class WorkerModule {}

describe('StepsAfterReading', () => {
  it('runs the steps for documents of jobs that have waited for the start of the process', async () => {
    const app = await Test.createTestingModule({ imports: [QueueModule, WorkerModule] }).compile();
    await app.init();
    expect(noted).toEqual(['doc_1']);
    await app.close();
  });
});
