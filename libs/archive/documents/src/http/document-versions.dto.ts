import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Matches, Max, Min, ValidateNested } from 'class-validator';
import { MOST_PAGES_OF_VERSION } from '#archive/documents';
import { MayBeAbsent, NumberFromQuery } from '#ground/http-kit';
import { DocumentParams } from './document.dto.js';

export class VersionParams extends DocumentParams {
  /** Counted from 1. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(1_000_000) number!: number;
}

export class EditedPageBody {
  /** A page of the file that the document has, counted from 1. */
  @IsInt() @Min(1) @Max(100_000) page!: number;
  /** Degrees clockwise by which it is turned, in addition to the rotation that it has. */
  @MayBeAbsent() @IsIn([0, 90, 180, 270]) rotate?: 0 | 90 | 180 | 270;
}

export class EditPagesBody {
  /** The pages of the new version in their order, 1 to 5,000. Pages that are missing here are left out. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_PAGES_OF_VERSION)
  @ValidateNested({ each: true })
  @Type(() => EditedPageBody)
  pages!: EditedPageBody[];
  /**
   * The file in which the pages were chosen, as `originalSha256Hash` of the document. With it, the request is refused when
   * the document has another file by now.
   */
  @MayBeAbsent() @Matches(/^[0-9a-f]{64}$/) sha256?: string;
}
