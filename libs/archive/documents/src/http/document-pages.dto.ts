import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { DocumentParams } from './document.dto.js';
import { IsViewerTimeZone, NumberFromQuery } from '#ground/http-kit';

export class PageParams extends DocumentParams {
  /** Counted from 1. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(1_000_000) page!: number;
}

export class HitsQuery {
  /** At most 1024 characters; empty means no hits. */
  @IsString() @MaxLength(1024) searchQuery: string = '';
  /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
  @IsViewerTimeZone() timeZone?: string;
}
