import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { IsId, IsZonedTime, MayBeAbsent, OneLine, OrganizationParams } from '#ground/http-kit';
import { LINK_TOKEN, MAX_LINK_PASSWORD_LENGTH } from '#outside/links';

const isSet = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

export class FileRequestParams extends OrganizationParams {
  @IsId('frq') fileRequestId!: string;
}

class FileRequestSettings {
  /** What visitors read below the title, at most 2000 characters; an empty text or null takes it away. */
  @ValidateIf(isSet) @IsString() @MaxLength(2000) message?: string | null;
  /** Given to every document that comes in. A key needs tags:read and documents:update, too. */
  @MayBeAbsent() @IsArray() @ArrayMaxSize(50) @IsId('tag', { each: true }) tagIds?: string[];
  /** From then on no file is taken: date and time with seconds and zone, or null for no end. */
  @MayBeAbsent() @IsZonedTime() expiresAt?: Date | null;
  /** How many files are taken in all; null for no limit. */
  @ValidateIf(isSet) @IsInt() @Min(1) @Max(10_000) maxFiles?: number | null;
  /** Bytes of the largest file; null for the limit of the server, which holds in any case. */
  @ValidateIf(isSet) @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) maxFileBytes?: number | null;
}

export class CreateFileRequestBody extends FileRequestSettings {
  /** What is wanted, for visitors and members: 1 to 120 characters. */
  @OneLine() @IsString() @Length(1, 120) title!: string;
  /** Visitors must give it, 1 to 256 characters. No response contains it. */
  @MayBeAbsent() @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password?: string;
}

/** What is missing stays as it is. */
export class UpdateFileRequestBody extends FileRequestSettings {
  @MayBeAbsent() @OneLine() @IsString() @Length(1, 120) title?: string;
  /** Replaces the password at once, also for visitors who are let in; null removes it. */
  @ValidateIf(isSet) @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password?: string | null;
  /** False: the link is turned off until it is turned on again. */
  @MayBeAbsent() @IsBoolean() isEnabled?: boolean;
}

export class FileRequestTokenParams {
  /** The 64 characters at the end of the link. */
  @Matches(LINK_TOKEN, { message: 'token must be the 64 letters and digits at the end of the link' }) token!: string;
}

export class VerifyFileRequestBody {
  @IsString() @Length(1, MAX_LINK_PASSWORD_LENGTH) password!: string;
}
