import { Env } from '@archivolt/plugin-kit';
import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** What becomes of a mail after it was taken. */
export const AFTER = ['keep', 'seen', 'move', 'delete'] as const;
export type After = (typeof AFTER)[number];

/** The mailbox whose mails become documents. */
export class ImapConfig {
  /** Name or address of the IMAP server. Without it, this intake takes nothing. */
  @Env('INTAKE_IMAP_HOST') @IsString() host: string = '';

  /** Port of the IMAP server. */
  @Env('INTAKE_IMAP_PORT') @IsInt() @Min(1) @Max(65_535) port: number = 993;

  /** Whether the connection begins with TLS, as on port 993. Other ports use STARTTLS. */
  @Env('INTAKE_IMAP_SECURE') @IsBoolean() secure: boolean = true;

  /**
   * With `INTAKE_IMAP_SECURE=false`: whether mails are read over TLS only. If false, STARTTLS is used when the server
   * offers it. Default: true, unless the server is in the own network.
   */
  @Env('INTAKE_IMAP_REQUIRE_TLS') @IsOptional() @IsBoolean() requireTls?: boolean;

  /** User name at the IMAP server. */
  @Env('INTAKE_IMAP_USER') @IsString() user: string = '';

  /** Password at the IMAP server. */
  @Env('INTAKE_IMAP_PASSWORD', { secret: true }) @IsOptional() @IsString() password?: string;

  /** Access token of OAuth 2 in place of the password. This intake does not renew it. */
  @Env('INTAKE_IMAP_ACCESS_TOKEN', { secret: true }) @IsOptional() @IsString() accessToken?: string;

  /** Folder whose mails are taken. */
  @Env('INTAKE_IMAP_FOLDER') @IsString() @Matches(/\S/) folder: string = 'INBOX';

  /**
   * Id of the organization that gets the documents. Without it, they go to the organizations whose intake addresses the
   * mails were sent to.
   */
  @Env('INTAKE_IMAP_ORGANIZATION_ID') @IsOptional() @Matches(/^org_[a-z0-9]{24}$/) organizationId?: string;

  /**
   * With `INTAKE_IMAP_ORGANIZATION_ID`: addresses whose mails are taken, comma-separated; `@example.com` stands for all
   * of a domain, `*` for all senders. Empty: none.
   */
  @Env('INTAKE_IMAP_ALLOWED_SENDERS') @IsArray() @IsString({ each: true }) allowedSenders: string[] = [];

  /** With `INTAKE_IMAP_ORGANIZATION_ID`: whether the mail itself becomes a document, too. */
  @Env('INTAKE_IMAP_KEEPS_MESSAGE') @IsBoolean() keepsMessage: boolean = false;

  /**
   * What becomes of a mail after it was taken: `keep` leaves it as it is, `seen` marks it as read, `move` moves it to
   * `INTAKE_IMAP_DONE_FOLDER`, `delete` deletes it.
   */
  @Env('INTAKE_IMAP_AFTER') @IsIn(AFTER) after: After = 'move';

  /** With `INTAKE_IMAP_AFTER=move`: folder for mails that were taken. It is created when it is missing. */
  @Env('INTAKE_IMAP_DONE_FOLDER') @IsString() @Matches(/\S/) doneFolder: string = 'Archivolt';

  /**
   * Folder for mails that were refused. It is created when it is missing. Without it, they stay where they are, with
   * the keyword `$ArchivoltRefused`.
   */
  @Env('INTAKE_IMAP_FAILED_FOLDER') @IsOptional() @IsString() @Matches(/\S/) failedFolder?: string;

  /** Bytes of the largest mail that is taken. */
  @Env('INTAKE_IMAP_MAX_MAIL_BYTES') @IsInt() @Min(1_024) @Max(1_073_741_824) maxMailBytes: number = 50_000_000;

  /** Seconds between two looks into the folder. A server with IDLE announces new mails at once. */
  @Env('INTAKE_IMAP_POLL_SECONDS') @IsNumber() @Min(5) @Max(3_600) pollSeconds: number = 60;
}
