import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { MOST_PARTS } from '#archive/splitting';
import { MayBeAbsent } from '#ground/http-kit';

/** Pages that follow each other. */
export class PageRangeBody {
  /** Counted from 1. */
  @IsInt() @Min(1) @Max(100_000) from!: number;
  /** The last page, not before the first. */
  @IsInt() @Min(1) @Max(100_000) to!: number;
  /** Degrees clockwise by which these pages are turned. */
  @MayBeAbsent() @IsIn([0, 90, 180, 270]) turn?: 0 | 90 | 180 | 270;
}

export class SplitBody {
  /**
   * The pages of each part: 2 to 200 parts, together at most 5,000 pages. Pages that are in no part are left out of all;
   * one may be in several.
   */
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MOST_PARTS)
  @ValidateNested({ each: true })
  @Type(() => PageRangeBody)
  parts!: PageRangeBody[];
  /** Whether the document stays. Without it, it goes to the trash once there are the parts. */
  @MayBeAbsent() @IsBoolean() keepOriginal?: boolean;
}
