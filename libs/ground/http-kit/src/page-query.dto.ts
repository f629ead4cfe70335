import { IsInt, Max, Min } from 'class-validator';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, WHOLE_LIST_SIZE, type Page } from '#ground/kernel';
import { NumberFromQuery } from './field.decorators.js';

/** The requested part of a list. */
export class PageQuery implements Page {
  /** Page number, counted from 0. */
  @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) pageIndex: number = 0;

  /** Entries on a page, 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize: number = DEFAULT_PAGE_SIZE;
}

/** The requested part of a list that clients read as a whole: its first page has everything, as long as the limits hold. */
export class WholeListQuery implements Page {
  /** Page number, counted from 0. A page that is not full is the last one. */
  @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) pageIndex: number = 0;

  /** Entries on a page, 1 to 1,000. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(WHOLE_LIST_SIZE) pageSize: number = WHOLE_LIST_SIZE;
}
