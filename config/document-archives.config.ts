import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Downloads of many documents as one zip archive. */
export class DocumentArchivesConfig {
  /** Hours after which an archive can no longer be downloaded. */
  @Env('DOCUMENT_ARCHIVES_LIFETIME_HOURS') @IsInt() @Min(1) @Max(720) lifetimeHours: number = 24;

  /** Documents that one archive may hold. */
  @Env('DOCUMENT_ARCHIVES_MAX_DOCUMENTS') @IsInt() @Min(1) @Max(1_000_000) maxDocuments: number = 200_000;

  /** An archive of more documents is prepared in the background, unless the request asks for a stream. */
  @Env('DOCUMENT_ARCHIVES_MAX_STREAMED_DOCUMENTS') @IsInt() @Min(0) @Max(1_000_000) maxStreamedDocuments: number =
    10_000;

  /** An archive of more bytes is prepared in the background, unless the request asks for a stream. */
  @Env('DOCUMENT_ARCHIVES_MAX_STREAMED_BYTES') @IsInt() @Min(0) maxStreamedBytes: number = 10_737_418_240;

  /** Archives that one user may stream at a time, for each process of the server. */
  @Env('DOCUMENT_ARCHIVES_STREAMS_PER_USER') @IsInt() @Min(1) @Max(1_000) streamsPerUser: number = 2;

  /** Archives that one process of the server streams at a time. */
  @Env('DOCUMENT_ARCHIVES_MAX_STREAMS') @IsInt() @Min(1) @Max(1_000) maxStreams: number = 8;

  /** Prepared archives of one user in an organization that may be kept, or be in preparation, at a time. */
  @Env('DOCUMENT_ARCHIVES_PREPARED_PER_USER') @IsInt() @Min(1) @Max(1_000) preparedPerUser: number = 3;
}
