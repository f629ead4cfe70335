import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { IsCron, RUN_ON_STARTUP_DEFAULT } from './schedule.config.js';

export const DATE_DETECTIONS = ['auto', 'day-first', 'month-first', 'year-first', 'off'] as const;

export type DateDetection = (typeof DATE_DETECTIONS)[number];

export const LEARNED_FILINGS = ['off', 'suggest', 'set'] as const;

export type LearnedFiling = (typeof LEARNED_FILINGS)[number];

/** Limits of organizations, and when invitations expire. */
export class OrganizationsConfig {
  /** Maximum number of organizations that one user owns. */
  @Env('MAX_ORGANIZATION_COUNT_PER_USER') @IsInt() @Min(1) maxOrganizationCount: number = 10;

  /** Days between the deletion of an organization and its purge. */
  @Env('ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY') @IsInt() @Min(1) @Max(36_500) deletedPurgeDelayDays: number = 30;

  /** Days after which an invitation to an organization can no longer be accepted. */
  @Env('ORGANIZATION_INVITATION_EXPIRATION_DELAY_DAYS')
  @IsInt()
  @Min(1)
  @Max(36_500)
  invitationExpirationDelayDays: number = 7;

  /** Maximum number of invitations that one user sends within 24 hours; further ones get 429. */
  @Env('MAX_USER_ORGANIZATIONS_INVITATIONS_PER_DAY') @IsInt() @Min(1) maxInvitationsPerDay: number = 30;

  /** Maximum number of invitations of one organization that wait for an answer. */
  @Env('MAX_PENDING_INVITATIONS_PER_ORGANIZATION') @IsInt() @Min(1) @Max(100_000) maxPendingInvitations: number = 500;

  /** Maximum number of members of one organization. Those that an identity provider assigns are not counted against it. */
  @Env('MAX_MEMBERS_PER_ORGANIZATION') @IsInt() @Min(1) @Max(1_000_000) maxMembers: number = 1_000;

  /** Cron schedule (server time zone) for marking invitations that were not answered in time as expired. */
  @Env('ORGANIZATIONS_EXPIRE_INVITATIONS_CRON') @IsCron() expireInvitationsCron: string = '0 0 * * *';

  /** Whether to also mark them on startup. */
  @Env('ORGANIZATIONS_EXPIRE_INVITATIONS_RUN_ON_STARTUP', RUN_ON_STARTUP_DEFAULT)
  @IsBoolean()
  expireInvitationsOnStartup: boolean = true;

  /** Maximum number of tags of one organization. */
  @Env('MAX_TAGS_PER_ORGANIZATION') @IsInt() @Min(1) maxTags: number = 200;

  /** Maximum number of custom properties of one organization. */
  @Env('MAX_CUSTOM_PROPERTIES_PER_ORGANIZATION') @IsInt() @Min(1) maxCustomProperties: number = 100;

  /**
   * Whether documents that come in without a date get the one that is found in their text or the name of their file, and
   * how `07/03/26` is read where neither the document nor its language shows it: `auto` leaves such a date open unless the
   * document names a country or its currency. An organization may choose otherwise for itself, unless it is `off`.
   */
  @Env('DOCUMENTS_DATE_DETECTION') @IsIn(DATE_DETECTIONS) dateDetection: DateDetection = 'auto';

  /**
   * Whether amounts, due dates, IBANs and numbers of invoices and customers are found in documents, for organizations that
   * have turned it on for themselves.
   */
  @Env('DOCUMENTS_INVOICE_DETAILS_ENABLED') @IsBoolean() areInvoiceDetailsEnabled: boolean = true;

  /**
   * Whether new documents are in the inbox until a person confirms them. An organization may choose otherwise for itself.
   * Documents that are there already stay as they are.
   */
  @Env('DOCUMENTS_INBOX_ENABLED') @IsBoolean() isInboxEnabled: boolean = false;

  /**
   * Whether new documents get the tags and options of properties that people have given to documents like them: they are
   * suggested (`suggest`), or set where that was right for at least 97 % of the documents that it was tried on, and else
   * suggested (`set`). It is learned for each organization from its own documents, on this server. An organization may
   * choose otherwise for itself, unless it is `off`.
   */
  @Env('DOCUMENTS_LEARNED_FILING') @IsIn(LEARNED_FILINGS) learnedFiling: LearnedFiling = 'suggest';

  /** Maximum number of tags that automatic tagging adds to a document, unless the organization sets its own limit. */
  @Env('AUTO_TAGGING_DEFAULT_MAX_TAGS') @IsInt() @Min(1) @Max(100) autoTaggingDefaultMaxTags: number = 5;
}
