import { IsBoolean, IsInt, IsString, Length, Matches, Max, Min, ValidateIf } from 'class-validator';
import { DescribeSchema, IsId, IsZonedTime, MayBeAbsent, OrganizationParams } from '#ground/http-kit';
import { LINK_TOKEN, MAX_LINK_PASSWORD_LENGTH } from '#outside/links';

const MOST_DOWNLOADS = 1_000_000;
const isSet = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

export class ShareLinkParams extends OrganizationParams {
  @IsId('dsl') shareLinkId!: string;
}

export class CreateShareLinkBody {
  /** When the link stops working: date and time with seconds and zone, or null for never. */
  @MayBeAbsent() @IsZonedTime() expiresAt?: Date | null;
  /** 1 to 256 characters. No response contains it. */
  @MayBeAbsent() @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password?: string;
  /** After how many downloads the link stops working; null for never. */
  @ValidateIf(isSet) @IsInt() @Min(1) @Max(MOST_DOWNLOADS) maxDownloads?: number | null;
}

@DescribeSchema({ minProperties: 1 })
export class UpdateShareLinkBody {
  /** When the link stops working: date and time with seconds and zone, or null for never. */
  @MayBeAbsent() @IsZonedTime() expiresAt?: Date | null;
  /** 1 to 256 characters, or null to remove it. Who gave the old one is asked again. */
  @ValidateIf(isSet) @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password?: string | null;
  /** After how many downloads the link stops working, those until now included; null for never. */
  @ValidateIf(isSet) @IsInt() @Min(1) @Max(MOST_DOWNLOADS) maxDownloads?: number | null;
  /** False: the link does not work until it is enabled again. */
  @MayBeAbsent() @IsBoolean() isEnabled?: boolean;
}

export class SharedDocumentParams {
  /** 64 letters and digits; upper and lower case are different. */
  @Matches(LINK_TOKEN, { message: 'shareLinkToken must be 64 letters or digits' }) shareLinkToken!: string;
}

export class VerifyPasswordBody {
  /** 1 to 256 characters. */
  @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password!: string;
}
