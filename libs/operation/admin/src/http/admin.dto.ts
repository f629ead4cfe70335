import { IsBoolean, IsIn, IsInt, IsString, IsUUID, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { IsId, MayBeAbsent, NumberFromQuery, Trim } from '#ground/http-kit';
import type { Page } from '#ground/kernel';

/** The lists of the administration area: 25 entries where the client does not say otherwise. */
export class AdminPageQuery implements Page {
  /** Page number, counted from 0. */
  @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) pageIndex: number = 0;
  /** Entries on a page, 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(100) pageSize: number = 25;
}

class SearchQuery extends AdminPageQuery {
  /** A whole id, or a part of what the entries are called. */
  @MayBeAbsent() @Trim() @IsString() @MaxLength(320) search?: string;
}

export class UsersQuery extends SearchQuery {
  @MayBeAbsent() @IsIn(['admin', 'user']) role?: 'admin' | 'user';
  @MayBeAbsent() @IsIn(['active', 'disabled']) state?: 'active' | 'disabled';
}

export class OrganizationsQuery extends SearchQuery {
  @IsIn(['active', 'all', 'deleted']) state: 'active' | 'all' | 'deleted' = 'active';
}

export class WebhooksQuery extends SearchQuery {
  @MayBeAbsent() @IsIn(['disabled', 'enabled', 'failing']) state?: 'disabled' | 'enabled' | 'failing';
}

export class JobsQuery extends AdminPageQuery {
  /** The name of a queue, such as `document.process`; without it, all. */
  @MayBeAbsent() @IsString() @MaxLength(100) queue?: string;
  /** `dead`: failed in its last attempt. `failed`: waits for its next attempt. */
  @IsIn(['active', 'dead', 'failed', 'waiting']) state: 'active' | 'dead' | 'failed' | 'waiting' = 'dead';
}

export class StatisticsQuery {
  /** 7 to 365. */
  @NumberFromQuery() @IsInt() @Min(7) @Max(365) days: number = 30;
}

export class UserParams {
  @IsId('usr') userId!: string;
}

/** Not `OrganizationParams`: administrators of the installation need not be members. */
export class AdminOrganizationParams {
  @IsId('org') organizationId!: string;
}

export class JobParams {
  @IsUUID() jobId!: string;
}

export class QueueParams {
  @IsString() @MaxLength(100) queue!: string;
}

export class PlanEntitlementParams extends UserParams {
  @IsString() @MaxLength(100) planEntitlementId!: string;
}

export class ResetSecondFactorBody {
  /** Whether passkeys are removed, too. */
  @IsBoolean() withPasskeys: boolean = false;
}

export class UpdateUserBody {
  @MayBeAbsent() @IsBoolean() isAdmin?: boolean;
  /** A disabled user cannot sign in; sessions end, and API keys do not work. */
  @MayBeAbsent() @IsBoolean() isDisabled?: boolean;
  /** How many organizations the user may own; null for the limit of the server. */
  @MayBeAbsent() @ValidateIf((_, value) => value !== null) @IsInt() @Min(0) @Max(1_000_000) maxOrganizationCount?:
    number | null;
}
