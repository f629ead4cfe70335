import { Env, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';

/** The OCR of Mistral, which gets files when CONTENT_EXTRACTION_STRATEGY names `mistral-ocr`. */
export class MistralOcrConfig {
  /** API key at Mistral. Without it no file is sent. */
  @Env('EXTRACTION_MISTRAL_OCR_API_KEY', { aliases: ['MISTRAL_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  apiKey?: string;

  /** Address of the API of Mistral. */
  @Env('EXTRACTION_MISTRAL_OCR_BASE_URL', { aliases: ['MISTRAL_BASE_URL'] })
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  baseUrl: string = 'https://api.mistral.ai/v1';

  /** Model that reads the files. */
  @Env('EXTRACTION_MISTRAL_OCR_MODEL_NAME', { aliases: ['MISTRAL_OCR_MODEL_NAME'] })
  @IsString()
  modelName: string = 'mistral-ocr-latest';

  /** Milliseconds that one file may take. */
  @Env('EXTRACTION_MISTRAL_OCR_REQUEST_TIMEOUT_MS', { aliases: ['MISTRAL_OCR_REQUEST_TIMEOUT_MS'] })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  timeoutMs: number = 300_000;

  /** Media types that are sent. Files from 50 MiB are never sent, because Mistral refuses them. */
  @Env('EXTRACTION_MISTRAL_OCR_MIME_TYPES_ALLOW_LIST', { aliases: ['MISTRAL_OCR_MIME_TYPES_ALLOW_LIST'] })
  @Matches(MEDIA_TYPE_ENTRY, { each: true, message: MEDIA_TYPE_MESSAGE })
  allowedTypes: string[] = ['application/pdf', 'image/*'];
}
