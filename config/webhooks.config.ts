import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Webhooks: requests to addresses of users when something happens in their organization. */
export class WebhooksConfig {
  /** Milliseconds that one attempt may take, from the look-up of the name to the last byte that is read. */
  @Env('WEBHOOK_TIMEOUT_MS') @IsInt() @Min(100) @Max(60_000) timeoutMs: number = 15_000;

  /** Requests that one process sends to one webhook at a time; one that does not respond in time gets a single one. */
  @Env('WEBHOOK_CONCURRENCY_PER_ENDPOINT') @IsInt() @Min(1) @Max(100) concurrencyPerEndpoint: number = 4;

  /** Hours without a successful delivery after which a webhook that fails is disabled; 0 never disables one. */
  @Env('WEBHOOK_DISABLE_AFTER_HOURS') @IsInt() @Min(0) @Max(8_760) disableAfterHours: number = 72;

  /** Days before a finished delivery is deleted from the log. */
  @Env('WEBHOOK_DELIVERIES_RETENTION_DAYS') @IsInt() @Min(1) @Max(3_650) deliveriesRetentionDays: number = 30;

  /** Webhooks that one organization can have. */
  @Env('WEBHOOK_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(1_000) maxPerOrganization: number = 50;
}
