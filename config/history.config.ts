import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** The log of events of each organization. */
export class HistoryConfig {
  /** Days before an event is deleted. An event that a subscriber has not handled yet is kept longer. */
  @Env('EVENTS_RETENTION_DAYS') @IsInt() @Min(1) @Max(36_500) eventsRetentionDays: number = 90;
}
