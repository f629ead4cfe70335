import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, ValidateBy } from 'class-validator';
import { CronTime } from 'cron';

const RUN_ON_STARTUP_DEFAULT = { aliases: ['RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT'] };

/** When deleted documents and organizations are removed permanently. Their settings say how long they are kept. */
export class RetentionConfig {
  /** When documents are removed that have been in the trash for long enough; a cron expression, in the server's zone. */
  @Env('DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON') @IsCron() documentsCron: string = '0 0 * * *';

  /** Also do so when the server starts. */
  @Env('DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  documentsOnStartup: boolean = true;

  /** When organizations are removed whose time to be restored is over; a cron expression, in the server's zone. */
  @Env('ORGANIZATIONS_PURGE_EXPIRED_ORGANIZATIONS_CRON') @IsCron() organizationsCron: string = '0 1 * * *';

  /** Also do so when the server starts. */
  @Env('ORGANIZATIONS_PURGE_EXPIRED_ORGANIZATIONS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  organizationsOnStartup: boolean = true;
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
