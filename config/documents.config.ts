import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';

/** Uploads and the trash. */
export class DocumentsConfig {
  /** Largest accepted upload in bytes; 0 removes the limit. */
  @Env('DOCUMENT_STORAGE_MAX_UPLOAD_SIZE') @IsInt() @Min(0) maxUploadBytes: number = 26_214_400;

  /** Unfinished resumable uploads that an organization may have at a time. */
  @Env('DOCUMENT_UPLOADS_MAX_UNFINISHED') @IsInt() @Min(1) @Max(100_000) maxUnfinishedUploads: number = 500;

  /** Bytes that the unfinished resumable uploads of an organization may announce together; 0 removes the limit. */
  @Env('DOCUMENT_UPLOADS_MAX_UNFINISHED_BYTES') @IsInt() @Min(0) maxUnfinishedBytes: number = 10_737_418_240;

  /** Parts that one resumable upload may arrive in; a request of more than 8 MB counts as several. */
  @Env('DOCUMENT_UPLOADS_MAX_PARTS') @IsInt() @Min(1) @Max(1_000_000) maxPartsOfUpload: number = 10_000;

  /**
   * Bytes that must stay free on the disks of DATA_DIR and of the storage; with less free space an upload is rejected with
   * 507, so that the embedded database can continue. 0 removes the limit.
   */
  @Env('DOCUMENT_STORAGE_RESERVED_SPACE') @IsInt() @Min(0) reservedBytes: number = 104_857_600;

  /**
   * Milliseconds without progress after which a download is closed. A download that makes progress has no time limit.
   * 0 removes the limit.
   */
  @Env('DOCUMENTS_DOWNLOAD_STALL_TIMEOUT_MS') @IsInt() @Min(0) @Max(86_400_000) downloadStallTimeoutMs: number =
    120_000;

  /** Reads all stored files from time to time and compares them with what was uploaded. */
  @Env('DOCUMENT_STORAGE_SCRUB_ENABLED') @IsBoolean() scrubEnabled: boolean = true;

  /** Bytes that this check reads in a second at most; 0 removes the limit. */
  @Env('DOCUMENT_STORAGE_SCRUB_BYTES_PER_SECOND') @IsInt() @Min(0) scrubBytesPerSecond: number = 10_000_000;

  /** Days from the beginning of one check of all files to the next. A check goes on until all files are read. */
  @Env('DOCUMENT_STORAGE_SCRUB_INTERVAL_DAYS') @IsInt() @Min(0) @Max(3650) scrubIntervalDays: number = 30;

  /** Days a document stays in the trash before it is purged; 0 means until the next purge. */
  @Env('DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS') @IsInt() @Min(0) @Max(36_500) deletedRetentionDays: number = 30;
}
