import { Env, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from '@archivolt/plugin-kit';
import { IsInt, IsUrl, Matches, Max, Min } from 'class-validator';

/** The Apache Tika server that files are sent to when CONTENT_EXTRACTION_STRATEGY names `tika`. */
export class TikaConfig {
  /** Address of the Apache Tika server. */
  @Env('EXTRACTION_TIKA_BASE_URL')
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  baseUrl: string = 'http://localhost:9998';

  /** Milliseconds that one file may take. */
  @Env('EXTRACTION_TIKA_REQUEST_TIMEOUT_MS')
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  timeoutMs: number = 300_000;

  /** Media types that are sent, such as `application/pdf,image/*` or `*,!text/*`. */
  @Env('EXTRACTION_TIKA_MIME_TYPES_ALLOW_LIST')
  @Matches(MEDIA_TYPE_ENTRY, { each: true, message: MEDIA_TYPE_MESSAGE })
  allowedTypes: string[] = ['*'];
}
