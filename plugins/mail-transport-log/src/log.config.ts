import { Env } from '@archivolt/plugin-kit';
import { IsIn } from 'class-validator';

/** How mails are logged. */
export class LogConfig {
  /** Level of the line with recipient and subject. The text of the mail is logged at `debug` in any case. */
  @Env('MAIL_TRANSPORT_LOG_LEVEL', { aliases: ['LOGGER_EMAIL_DRIVER_LOG_LEVEL'] })
  @IsIn(['debug', 'info', 'warn', 'error'])
  level: 'debug' | 'error' | 'info' | 'warn' = 'info';
}
