import { IsInt, Max, Min } from 'class-validator';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '#ground/kernel';
import { NumberFromQuery } from './field.decorators.js';

/** The requested part of a list. */
export class PageQuery implements Page {
  /** Page number, counted from 0. */
  @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) pageIndex: number = 0;

  /** Entries on a page, 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize: number = DEFAULT_PAGE_SIZE;
}
