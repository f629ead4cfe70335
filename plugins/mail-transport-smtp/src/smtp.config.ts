import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min, ValidateBy } from 'class-validator';
import { mistakeInOptions } from './smtp-options.js';

/** The SMTP server that mails are passed to. */
export class SmtpConfig {
  /** Name or address of the SMTP server. Needed when this plugin is in use. */
  @Env('MAIL_TRANSPORT_SMTP_HOST', { aliases: ['SMTP_HOST'] }) @IsString() host: string = '';

  /** Port of the SMTP server. */
  @Env('MAIL_TRANSPORT_SMTP_PORT', { aliases: ['SMTP_PORT'] }) @IsInt() @Min(1) @Max(65_535) port: number = 587;

  /** User name at the SMTP server; left out for a server that asks for none. */
  @Env('MAIL_TRANSPORT_SMTP_USER', { aliases: ['SMTP_USER'] }) @IsOptional() @IsString() user?: string;

  /** Password at the SMTP server. */
  @Env('MAIL_TRANSPORT_SMTP_PASSWORD', { aliases: ['SMTP_PASSWORD'], secret: true })
  @IsOptional()
  @IsString()
  password?: string;

  /** Whether the connection begins with TLS, as on port 465, which always does. Other ports use STARTTLS. */
  @Env('MAIL_TRANSPORT_SMTP_SECURE', { aliases: ['SMTP_SECURE'] }) @IsBoolean() secure: boolean = false;

  /**
   * Whether mails are sent over TLS only. If false, STARTTLS is used when the server offers it. Default: true, unless the
   * server is in the own network.
   */
  @Env('MAIL_TRANSPORT_SMTP_REQUIRE_TLS') @IsOptional() @IsBoolean() requireTls?: boolean;

  /**
   * Options of Nodemailer as a JSON object, in place of all settings above: `host`, `port`, `secure`, `requireTLS`,
   * `ignoreTLS`, `name`, `authMethod`, `auth` (`user`, `pass`) and `tls` (`rejectUnauthorized`, `servername`, `ca`,
   * `minVersion`).
   */
  @Env('MAIL_TRANSPORT_SMTP_OPTIONS', { aliases: ['SMTP_JSON_CONFIG'], secret: true })
  @IsOptional()
  @ValidateBy({
    name: 'areOptions',
    validator: {
      validate: (value) => mistakeInOptions(value) === undefined,
      defaultMessage: (given) => mistakeInOptions(given?.value) ?? '',
    },
  })
  options?: string;
}
