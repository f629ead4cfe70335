import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, ValidateBy } from 'class-validator';
import { CronTime } from 'cron';

const RUN_ON_STARTUP_DEFAULT = { aliases: ['RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT'] };

/** When deleted documents and organizations are purged, and invitations expire. Periods are settings of those areas. */
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

  /** Cron schedule (server time zone) for marking invitations that were not answered in time as expired. */
  @Env('ORGANIZATIONS_EXPIRE_INVITATIONS_CRON') @IsCron() invitationsCron: string = '0 0 * * *';

  /** Whether to also mark them on startup. */
  @Env('ORGANIZATIONS_EXPIRE_INVITATIONS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  invitationsOnStartup: boolean = true;
}

function IsCron(): PropertyDecorator {
  return ValidateBy({
    name: 'isCron',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && CronTime.validateCronExpression(value).valid,
      defaultMessage: () => 'must be a cron expression with five fields, for instance `0 3 * * *` for every night at 3',
    },
  });
}
