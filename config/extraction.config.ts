import { Env } from '@archivolt/plugin-kit';
import { ArrayMaxSize, IsBoolean, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

/** How the text of documents is read, and what one document may cost. */
export class ExtractionConfig {
  /** Read the text of uploaded documents. When off, documents are kept and found by name only. */
  @Env('DOCUMENTS_CONTENT_EXTRACTION_ENABLED') @IsBoolean() enabled: boolean = true;

  /** Languages scans are read with when an upload names none: Tesseract codes such as `eng,deu`, the likeliest first. */
  @Env('DOCUMENTS_OCR_LANGUAGES')
  @ArrayMaxSize(10)
  @Matches(/^[a-z]{3}(_[a-z]{2,8}){0,2}$/, {
    each: true,
    message: 'each must be a Tesseract code such as eng or chi_sim',
  })
  ocrLanguages: string[] = ['eng'];

  /** Milliseconds one document may take, before the allowance for pages read by OCR. */
  @Env('EXTRACTION_TIMEOUT_MS') @IsInt() @Min(1000) timeoutMs: number = 60_000;

  /** Milliseconds added for each page read by OCR. */
  @Env('EXTRACTION_OCR_PAGE_TIMEOUT_MS') @IsInt() @Min(1000) ocrPageTimeoutMs: number = 15_000;

  /** Megabytes of memory the process that reads documents may use; beyond it the document is given up. */
  @Env('EXTRACTION_MEMORY_LIMIT_MB') @IsInt() @Min(128) memoryLimitMb: number = 600;

  /** The same for each process that reads scans; the recognition itself needs about 400. */
  @Env('EXTRACTION_OCR_MEMORY_LIMIT_MB') @IsInt() @Min(256) ocrMemoryLimitMb: number = 1024;

  /** Scans read at the same time, one process each. Default: one less than the processor cores, at least one. */
  @Env('EXTRACTION_OCR_CONCURRENCY') @IsOptional() @IsInt() @Min(1) @Max(64) ocrConcurrency?: number;

  /** Most pages of one document that are read by OCR. */
  @Env('EXTRACTION_MAX_OCR_PAGES') @IsInt() @Min(1) maxOcrPages: number = 500;

  /** Most characters of text kept for one document. */
  @Env('EXTRACTION_MAX_CHARS') @IsInt() @Min(1000) @Max(50_000_000) maxChars: number = 10_000_000;

  /** Most pixels of one decoded picture. */
  @Env('EXTRACTION_MAX_PIXELS') @IsInt() @Min(1_000_000) maxPixels: number = 150_000_000;

  /** Most megabytes unpacked from one archive, such as a word processor file. */
  @Env('EXTRACTION_MAX_INFLATED_MB') @IsInt() @Min(1) maxInflatedMb: number = 256;

  /** Most entries of one archive. */
  @Env('EXTRACTION_MAX_ARCHIVE_ENTRIES') @IsInt() @Min(1) maxEntries: number = 10_000;
}
