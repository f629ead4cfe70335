import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Requests to URLs that a user or the settings of a plugin name. */
export class SafeHttpConfig {
  /** Longest time in milliseconds that such a request can ask for; without asking it has 30 seconds. */
  @Env('HTTP_CLIENT_MAX_TIMEOUT_MS') @IsInt() @Min(1_000) @Max(86_400_000) maxTimeoutMs: number = 600_000;

  /** Largest response in bytes that such a request can ask for; without asking it is 1,000,000. */
  @Env('HTTP_CLIENT_MAX_RESPONSE_BYTES') @IsInt() @Min(1_000) maxResponseBytes: number = 104_857_600;

  /** Connections to one host at a time; further requests wait. */
  @Env('HTTP_CLIENT_CONNECTIONS_PER_HOST') @IsInt() @Min(1) @Max(1_000) connectionsPerHost: number = 16;
}
