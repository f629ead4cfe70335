import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Uploads and the trash. */
export class DocumentsConfig {
  /** Largest accepted upload in bytes; 0 removes the limit. */
  @Env('DOCUMENT_STORAGE_MAX_UPLOAD_SIZE') @IsInt() @Min(0) maxUploadBytes: number = 26_214_400;

  /**
   * Bytes that must stay free on the disk of DATA_DIR; an upload that finds less is refused with 507, so that the
   * embedded database goes on. 0 removes the limit.
   */
  @Env('DOCUMENT_STORAGE_RESERVED_SPACE') @IsInt() @Min(0) reservedBytes: number = 104_857_600;

  /**
   * Milliseconds without progress after which a download is cut off. A download that keeps moving has no time limit.
   * 0 removes the limit.
   */
  @Env('DOCUMENTS_DOWNLOAD_STALL_TIMEOUT_MS') @IsInt() @Min(0) @Max(86_400_000) downloadStallTimeoutMs: number =
    120_000;

  /** Days a document stays in the trash before it is removed permanently; 0 means until the next purge. */
  @Env('DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS') @IsInt() @Min(0) @Max(36_500) deletedRetentionDays: number = 30;
}
