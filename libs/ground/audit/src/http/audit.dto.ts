import { IsDate, IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { EXPORT_FORMATS, type ExportFormat } from '#ground/audit';
import { IsId, IsTime, MayBeAbsent, NumberFromQuery } from '#ground/http-kit';
import { MAX_PAGE_SIZE } from '#ground/kernel';

const AN_ID = /^[a-z0-9_]{1,60}$/;

class TimesQuery {
  /** Only entries from this time on. */
  @MayBeAbsent() @IsTime() @IsDate() from?: Date;

  /** Only entries up to this time. */
  @MayBeAbsent() @IsTime() @IsDate() to?: Date;
}

export class AuditEntriesQuery extends TimesQuery {
  /** Only entries with this action or event; docs/reference/audit.md lists all. */
  @MayBeAbsent() @IsString() @MaxLength(100) @Matches(/^[a-z0-9:-]+$/) action?: string;

  /** Only what this user has done, also with API keys: the id of the user. */
  @MayBeAbsent() @IsString() @MaxLength(60) @Matches(AN_ID) actorId?: string;

  /** Only what was done to this: the id of a user, a document, an API key … */
  @MayBeAbsent() @IsString() @MaxLength(60) @Matches(AN_ID) targetId?: string;

  /** Only entries before this one: the id of an entry, or `next` of the page before. */
  @MayBeAbsent() @IsString() @MaxLength(60) @Matches(AN_ID) before?: string;

  /** Entries on a page, 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize: number = 50;
}

export class AdminAuditEntriesQuery extends AuditEntriesQuery {
  /** The organization whose log to read, also of one that does not exist any more. Without it that of the installation. */
  @MayBeAbsent() @IsId('org') organizationId?: string;

  /** `all`: the entries of all logs. */
  @MayBeAbsent() @IsIn(['all']) scope?: 'all';
}

export class AuditExportQuery extends TimesQuery {
  /** `jsonl`: one entry a line, can be verified later. `csv`: for spreadsheets. */
  @IsIn(EXPORT_FORMATS) format!: ExportFormat;
}

export class AdminAuditExportQuery extends AuditExportQuery {
  /** Without it the log of the installation. */
  @MayBeAbsent() @IsId('org') organizationId?: string;
}

export class AdminAuditLogQuery {
  /** Without it the log of the installation. */
  @MayBeAbsent() @IsId('org') organizationId?: string;
}
