import { Env, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';

/** The Docling server that files are sent to when CONTENT_EXTRACTION_STRATEGY names `docling`. */
export class DoclingConfig {
  /** Address of the Docling server, without the path of its API. */
  @Env('EXTRACTION_DOCLING_BASE_URL', { aliases: ['DOCLING_BASE_URL'] })
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  baseUrl: string = 'http://localhost:5001';

  /** Key of the Docling server, if it asks for one. */
  @Env('EXTRACTION_DOCLING_API_KEY', { aliases: ['DOCLING_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  apiKey?: string;

  /** Milliseconds that one file may take. */
  @Env('EXTRACTION_DOCLING_REQUEST_TIMEOUT_MS', { aliases: ['DOCLING_REQUEST_TIMEOUT_MS'] })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  timeoutMs: number = 300_000;

  /** Media types that are sent, such as `application/pdf,image/*` or `*,!text/*`. */
  @Env('EXTRACTION_DOCLING_MIME_TYPES_ALLOW_LIST', { aliases: ['DOCLING_MIME_TYPES_ALLOW_LIST'] })
  @Matches(MEDIA_TYPE_ENTRY, { each: true, message: MEDIA_TYPE_MESSAGE })
  allowedTypes: string[] = ['*'];
}
