import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** The stream of events that clients follow. */
export class LiveFeedConfig {
  /** Open streams of one user in one process. */
  @Env('LIVE_FEED_STREAMS_PER_USER') @IsInt() @Min(1) @Max(10_000) streamsPerUser: number = 20;

  /** Open streams in one process. */
  @Env('LIVE_FEED_MAX_STREAMS') @IsInt() @Min(1) @Max(100_000) maxStreams: number = 2_000;
}
