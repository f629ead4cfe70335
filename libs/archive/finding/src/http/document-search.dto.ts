import { IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { BooleanFromQuery, IsViewerTimeZone, MayBeAbsent, NumberFromQuery } from '#ground/http-kit';

export class FacetsQuery {
  /** At most 1024 characters; empty means all active documents. */
  @IsString() @MaxLength(1024) searchQuery: string = '';
  /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
}

export class ViewCountsQuery {
  /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
}

export class SuggestionsQuery {
  /** What has been typed, at most 1024 characters. */
  @IsString() @MaxLength(1024) query: string = '';
  /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
  /** Where the caret is, as UTF-16 offset into the query; without it, at the end. */
  @MayBeAbsent() @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) caret?: number;
  /** Whether to look for a similar query when this one finds nothing. It takes several searches. */
  @BooleanFromQuery() @IsBoolean() didYouMean: boolean = false;
}
