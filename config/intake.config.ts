import { Env } from '@archivolt/plugin-kit';
import { IsInt, Min } from 'class-validator';

/** Documents that come in by themselves: by mail, from folders, through plugins. */
export class IntakeConfig {
  /** Days that a failure stays on the list of an organization, and what is held for another attempt. */
  @Env('INTAKE_FAILURES_RETENTION_DAYS') @IsInt() @Min(1) failuresKeptDays: number = 90;

  /**
   * Bytes that the server holds of one organization, for files from mails that were refused. Further ones are not held.
   * One sender can have a tenth of them.
   */
  @Env('INTAKE_FAILURES_MAX_HELD_BYTES') @IsInt() @Min(0) maxHeldBytes: number = 1_000_000_000;
}
