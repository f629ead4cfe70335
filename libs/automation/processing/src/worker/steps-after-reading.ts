import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  AfterReading,
  STEPS_AFTER_READING,
  type ReadDocument,
  type RunsAfterReading,
  type StepAfterReading,
} from '#archive/documents';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';

/** Runs what features declare with `@AfterReading`, in the order of `STEPS_AFTER_READING`. */
@Injectable()
export class StepsAfterReading implements OnModuleInit {
  #steps: RunsAfterReading[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** Before any hook of the bootstrap: the first one that runs starts the jobs that have waited. */
  onModuleInit(): void {
    const found = this.discovery.getProviders({ metadataKey: AfterReading.KEY }).map((wrapper) => ({
      declared: this.discovery.getMetadataByDecorator(AfterReading, wrapper) as StepAfterReading,
      step: wrapper.instance as RunsAfterReading,
    }));
    this.#steps = STEPS_AFTER_READING.flatMap((name) => {
      const own = found.filter(({ declared }) => declared === name);
      if (own.length !== 1)
        throw new Error(`the step "${name}" after reading has ${own.length} providers instead of one`);
      const following = found.filter(({ declared }) => typeof declared === 'object' && declared.follows === name);
      return [...own, ...following].map(({ step }) => step);
    });
  }

  /** `documents` are of one organization and locked, and their contents are saved. */
  async run(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    if (documents.length === 0) return;
    for (const step of this.#steps) await step.afterReading(tx, ctx, documents);
  }
}
