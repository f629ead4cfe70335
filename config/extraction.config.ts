import { Env } from '@archivolt/plugin-kit';
import { ArrayMaxSize, IsBoolean, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

/** How the text of documents is extracted, and the limits for one document. */
export class ExtractionConfig {
  /** Whether to extract the text of uploaded documents. If false, documents can be found by name only. */
  @Env('DOCUMENTS_CONTENT_EXTRACTION_ENABLED') @IsBoolean() enabled: boolean = true;

  /** OCR languages for uploads that name none: Tesseract codes such as `eng,deu`, the most likely first. */
  @Env('DOCUMENTS_OCR_LANGUAGES')
  @ArrayMaxSize(10)
  @Matches(/^[a-z]{3}(_[a-z]{2,8}){0,2}$/, {
    each: true,
    message: 'each must be a Tesseract code such as eng or chi_sim',
  })
  ocrLanguages: string[] = ['eng'];

  /**
   * Milliseconds of processor time allowed for one document, without the allowance for OCR pages. On a machine that is
   * busy with other work, it may take up to 20 times as long.
   */
  @Env('EXTRACTION_TIMEOUT_MS') @IsInt() @Min(1000) timeoutMs: number = 60_000;

  /** Milliseconds of processor time added for each page read by OCR. */
  @Env('EXTRACTION_OCR_PAGE_TIMEOUT_MS') @IsInt() @Min(1000) ocrPageTimeoutMs: number = 15_000;

  /** Memory limit in megabytes of the process that extracts documents; a document that exceeds it fails. */
  @Env('EXTRACTION_MEMORY_LIMIT_MB') @IsInt() @Min(128) memoryLimitMb: number = 600;

  /** Memory limit in megabytes of each OCR process; the recognition itself needs about 400. */
  @Env('EXTRACTION_OCR_MEMORY_LIMIT_MB') @IsInt() @Min(256) ocrMemoryLimitMb: number = 1024;

  /** Scans processed at the same time, one process each. Default: one less than the processor cores, at least one. */
  @Env('EXTRACTION_OCR_CONCURRENCY') @IsOptional() @IsInt() @Min(1) @Max(64) ocrConcurrency?: number;

  /** Maximum number of pages of one document that OCR reads. */
  @Env('EXTRACTION_MAX_OCR_PAGES') @IsInt() @Min(1) maxOcrPages: number = 500;

  /** Maximum number of characters of text stored for one document. */
  @Env('EXTRACTION_MAX_CHARS') @IsInt() @Min(1000) @Max(50_000_000) maxChars: number = 10_000_000;

  /** Maximum number of pixels of one decoded image. */
  @Env('EXTRACTION_MAX_PIXELS') @IsInt() @Min(1_000_000) maxPixels: number = 150_000_000;

  /** Maximum number of megabytes unpacked from one archive, such as a word processor file. */
  @Env('EXTRACTION_MAX_INFLATED_MB') @IsInt() @Min(1) maxInflatedMb: number = 256;

  /** Maximum number of entries of one archive. */
  @Env('EXTRACTION_MAX_ARCHIVE_ENTRIES') @IsInt() @Min(1) maxEntries: number = 10_000;

  /**
   * Seconds during which a document waits for a service that is away or busy when CONTENT_EXTRACTION_STRATEGY names others
   * after it; then the next one is asked. 0: at once.
   */
  @Env('EXTRACTION_FALLBACK_SECONDS') @IsInt() @Min(0) @Max(86_400) fallbackSeconds: number = 30;

  /** Hours during which a document waits for the service of a plugin that is away; then its extraction has failed. */
  @Env('EXTRACTION_REMOTE_RETRY_HOURS') @IsInt() @Min(1) @Max(720) remoteRetryHours: number = 24;
}
