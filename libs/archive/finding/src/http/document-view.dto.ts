import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { IsId, MayBeAbsent, OneLine, OrganizationParams, Trim } from '#ground/http-kit';
import {
  VIEW_LAYOUTS,
  VIEW_SORT_FIELDS,
  VIEW_SORT_ORDERS,
  type ViewLayout,
  type ViewSortField,
  type ViewSortOrder,
} from '#archive/finding';

const isSet = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

export class DocumentViewParams extends OrganizationParams {
  @IsId('dv') documentViewId!: string;
}

/** What is missing in an update stays as it is. */
export class DocumentViewBody {
  /** 1 to 255 characters; unique among the shared views, or among the private ones of their user. */
  @OneLine() @IsString() @Length(1, 255) name!: string;
  /** A search as a user types it, at most 1024 characters; it is not checked. */
  @IsString() @MaxLength(1024) query!: string;
  /** At most 256 characters. */
  @Trim() @MayBeAbsent() @IsString() @MaxLength(256) description?: string;
  /** The view that this one is below; null for the top. Views can be nested 10 deep. */
  @ValidateIf(isSet) @IsId('dv') parentId?: string | null;
  /** The place among the views with the same parent, from 0; a large number means the last one, as does a new parent. */
  @MayBeAbsent() @IsInt() @Min(0) @Max(1_000_000) position?: number;
  @MayBeAbsent() @IsBoolean() isPinned?: boolean;
  /** True: all members see it. False: only its creator, and only the creator can set that. */
  @MayBeAbsent() @IsBoolean() isShared?: boolean;
  @ValidateIf(isSet) @IsIn(VIEW_SORT_FIELDS) sortField?: ViewSortField | null;
  @ValidateIf(isSet) @IsIn(VIEW_SORT_ORDERS) sortOrder?: ViewSortOrder | null;
  /** The columns that a client shows, in its own words: at most 50, each of 1 to 100 characters. */
  @ValidateIf(isSet) @IsArray() @ArrayMaxSize(50) @IsString({ each: true }) @Length(1, 100, { each: true }) columns?:
    string[] | null;
  @ValidateIf(isSet) @IsIn(VIEW_LAYOUTS) layout?: ViewLayout | null;
}
