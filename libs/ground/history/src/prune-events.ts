import { Injectable } from '@nestjs/common';
import { HistoryConfig } from '#config/history';
import { JobStates } from '#ground/jobs';
import { EventRepository, type EventCursor } from './event.repository.js';
import { definedSubscribers } from './subscriber-definition.js';

const CHUNK = 1_000;

@Injectable()
export class PruneEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly jobs: JobStates,
    private readonly config: HistoryConfig,
  ) {}

  /**
   * Removes events that are older than the setting and returns how many. An event stays while one of its subscriber jobs
   * waits, runs, or is in the dead-letter queue. Harmless when several processes do it at once.
   */
  async execute(): Promise<number> {
    const jobs = definedSubscribers().map((subscriber) => subscriber.job);
    let removed = 0;
    let cursor: EventCursor | undefined;
    for (;;) {
      const chunk = await this.events.olderThan(this.config.eventsRetentionDays, cursor, CHUNK);
      cursor = chunk.at(-1);
      if (!cursor) return removed;
      const ids = chunk.map(({ id }) => id);
      const unhandled = await this.jobs.unfinished(jobs, 'eventId', ids);
      const handled = chunk.filter(({ id }) => !unhandled.has(id));
      for (const [organizationId, events] of Map.groupBy(handled, (event) => event.organizationId)) {
        const own = events.map(({ id }) => id);
        removed += await this.events.prune({ organizationId }, own);
      }
    }
  }
}
