import { Env, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';

/** The resource of Azure Document Intelligence that gets files when CONTENT_EXTRACTION_STRATEGY names `azure-di`. */
export class AzureDiConfig {
  /** Address of the resource: `https://example.cognitiveservices.azure.com`. Without it no file is sent. */
  @Env('EXTRACTION_AZURE_DI_ENDPOINT', { aliases: ['AZURE_DI_ENDPOINT'] })
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  endpoint?: string;

  /** Key of the resource. Without it no file is sent. */
  @Env('EXTRACTION_AZURE_DI_API_KEY', { aliases: ['AZURE_DI_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  apiKey?: string;

  /** Milliseconds that one request may take. */
  @Env('EXTRACTION_AZURE_DI_REQUEST_TIMEOUT_MS', { aliases: ['AZURE_DI_REQUEST_TIMEOUT_MS'] })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  timeoutMs: number = 300_000;

  /** Media types that are sent, such as `application/pdf,image/*` or `*,!text/*`. */
  @Env('EXTRACTION_AZURE_DI_MIME_TYPES_ALLOW_LIST', { aliases: ['AZURE_DI_MIME_TYPES_ALLOW_LIST'] })
  @Matches(MEDIA_TYPE_ENTRY, { each: true, message: MEDIA_TYPE_MESSAGE })
  allowedTypes: string[] = ['*'];

  /** How often the server asks for the result of one file; then it gives up. Large files need more. */
  @Env('EXTRACTION_AZURE_DI_POLLING_ATTEMPTS', { aliases: ['AZURE_DI_POLLING_ATTEMPTS'] })
  @IsInt()
  @Min(1)
  @Max(10_000)
  pollingAttempts: number = 10;

  /** Milliseconds between these requests. */
  @Env('EXTRACTION_AZURE_DI_POLLING_DELAY_MS', { aliases: ['AZURE_DI_POLLING_DELAY_MS'] })
  @IsInt()
  @Min(1)
  @Max(600_000)
  pollingDelayMs: number = 2_000;
}
