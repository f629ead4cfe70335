import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Length, Matches, Max, Min } from 'class-validator';

const LOCAL_URL = { require_tld: false, require_protocol: true, allow_underscores: true, protocols: ['http', 'https'] };

/** Intake by mail: addresses of organizations, and the mails that come to them. */
export class IntakeEmailsConfig {
  /** Whether POST /api/intake-emails/ingest accepts mails, and clients show the page of the addresses. */
  @Env('INTAKE_EMAILS_IS_ENABLED') @IsBoolean() isEnabled: boolean = false;

  /**
   * Secret that senders of mails to POST /api/intake-emails/ingest sign them with: 16 to 128 characters. Required when
   * INTAKE_EMAILS_IS_ENABLED is true.
   */
  @Env('INTAKE_EMAILS_WEBHOOK_SECRET', { secret: true })
  @IsOptional()
  @IsString()
  @Length(16, 128)
  webhookSecret?: string;

  /**
   * Where a mail service such as OwlRelay sends mails. Default: /api/intake-emails/ingest of the public URL of this
   * server.
   */
  @Env('OWLRELAY_WEBHOOK_URL') @IsOptional() @IsUrl(LOCAL_URL) webhookUrl?: string;

  /** How names of addresses are made: `random` (`calm-otter-417`) or `pattern`. */
  @Env('INTAKE_EMAILS_USERNAME_DRIVER') @IsIn(['random', 'pattern']) usernameDriver: 'pattern' | 'random' = 'random';

  /**
   * For `pattern`: text with the placeholders `{{user.name}}`, `{{user.id}}`, `{{user.email.username}}`,
   * `{{organization.id}}`, `{{organization.name}}` and `{{random.digits}}`. Everything but letters, digits and dashes
   * becomes a dash.
   */
  @Env('INTAKE_EMAILS_USERNAME_DRIVER_PATTERN')
  @IsString()
  @Length(1, 200)
  usernamePattern: string = '{{user.name}}-{{random.digits}}';

  /** Bytes of the largest mail that is accepted, with everything in it; it is written to DATA_DIR while it arrives. */
  @Env('INTAKE_EMAILS_MAX_MAIL_BYTES') @IsInt() @Min(10_000) @Max(1_000_000_000) maxMailBytes: number = 50_000_000;

  /**
   * Name that your mail server writes at the start of `Authentication-Results`, such as `mx.example.com`. When it is set,
   * files are only taken from mails whose sender this server has verified with DMARC, SPF or DKIM. Unset: the address in
   * `From` is believed. Mails of an intake that allows every sender, such as INTAKE_IMAP_ALLOWED_SENDERS=*, are not
   * checked.
   */
  @Env('INTAKE_EMAILS_TRUSTED_AUTHENTICATION_SERVER')
  @IsOptional()
  @Matches(/^[\w.-]{1,255}$/, { message: '$property must be one name, such as mx.example.com' })
  trustedAuthenticationServer?: string;

  /** Addresses that one organization can have. */
  @Env('INTAKE_EMAILS_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(10_000) maxPerOrganization: number = 100;
}
