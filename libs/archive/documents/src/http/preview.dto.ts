import { IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { MayBeAbsent, NumberFromQuery } from '#ground/http-kit';
import { PREVIEW_WIDTHS } from '#archive/documents';

const MOST_PAGES = 100_000;

/** Which picture. */
export class PreviewPlaceQuery {
  /** Counted from 1. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MOST_PAGES) page: number = 1;

  /** Pixels; a long page is narrower. */
  @NumberFromQuery() @IsIn(PREVIEW_WIDTHS) width: number = 240;
}

export class PreviewQuery extends PreviewPlaceQuery {
  /** `preview.version` of the document: with it the response may be cached permanently. */
  @MayBeAbsent() @IsString() @MaxLength(64) v?: string;
}
