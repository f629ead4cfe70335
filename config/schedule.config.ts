import { ValidateBy } from 'class-validator';
import { CronTime } from 'cron';

/** For the setting that says whether a scheduled task also runs on startup. */
export const RUN_ON_STARTUP_DEFAULT = { aliases: ['RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT'] };

export function IsCron(): PropertyDecorator {
  return ValidateBy({
    name: 'isCron',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && CronTime.validateCronExpression(value).valid,
      defaultMessage: () => 'must be a cron expression with five fields, for instance `0 3 * * *` for every night at 3',
    },
  });
}
