import { Env } from '@archivolt/plugin-kit';
import { IsBoolean } from 'class-validator';
import { IsCron, RUN_ON_STARTUP_DEFAULT } from './schedule.config.js';

/** When deleted documents and organizations are purged. Periods are settings of those areas. */
export class RetentionConfig {
  /** Cron schedule (server time zone) for purging documents whose retention in the trash has ended. */
  @Env('DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON') @IsCron() documentsCron: string = '0 0 * * *';

  /** Whether to also purge documents on startup. */
  @Env('DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  documentsOnStartup: boolean = true;

  /** Cron schedule (server time zone) for purging organizations whose restore period has expired. */
  @Env('ORGANIZATIONS_PURGE_EXPIRED_ORGANIZATIONS_CRON') @IsCron() organizationsCron: string = '0 1 * * *';

  /** Whether to also purge organizations on startup. */
  @Env('ORGANIZATIONS_PURGE_EXPIRED_ORGANIZATIONS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  organizationsOnStartup: boolean = true;
}
