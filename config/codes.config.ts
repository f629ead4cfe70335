import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, Matches, Max, Min } from 'class-validator';

/** What a prefix of codes may be: printable characters of one line, without digits at its end. */
export const CODE_PREFIX = /^[\p{L}\p{N}\p{P}\p{S} ]{0,31}[\p{L}\p{P}\p{S}]$|^$/u;

/** Barcodes and QR codes on the pages of documents. */
export class CodesConfig {
  /**
   * Whether codes are looked for on the pages of PDFs and pictures that come in. An organization may turn it off for itself.
   */
  @Env('DOCUMENT_CODES_ENABLED') @IsBoolean() isEnabled: boolean = true;

  /** Pages of one document on which codes are looked for, from the first one. */
  @Env('DOCUMENT_CODES_MAX_PAGES') @IsInt() @Min(1) @Max(10_000) maxPages: number = 20;

  /**
   * Pages of one document on which codes are looked for where an organization has its stacks split; a stack with more pages
   * is not split.
   */
  @Env('DOCUMENT_CODES_SPLIT_MAX_PAGES') @IsInt() @Min(1) @Max(5_000) splitMaxPages: number = 500;

  /** Milliseconds of work for the codes of one document; pages that are left then are not looked at. */
  @Env('DOCUMENT_CODES_TIMEOUT_MS') @IsInt() @Min(5_000) @Max(3_600_000) timeoutMs: number = 120_000;

  /**
   * What precedes the archive number on a label, as in `ASN00042`. Empty: labels give no number. An organization may choose
   * another prefix.
   */
  @Env('DOCUMENT_CODES_ARCHIVE_NUMBER_PREFIX')
  @Matches(CODE_PREFIX, { message: '$property must be at most 32 printable characters that do not end with a digit' })
  archiveNumberPrefix: string = 'ASN';
}
