import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** The audit log. */
export class AuditConfig {
  /**
   * Days before an entry of the audit log is removed, also of organizations that do not exist any more; 0 keeps all. The
   * chain of what is left can still be verified.
   */
  @Env('AUDIT_RETENTION_DAYS') @IsInt() @Min(0) @Max(36_500) retentionDays: number = 1_095;
}
