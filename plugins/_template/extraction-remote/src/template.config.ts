import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsUrl, Min } from 'class-validator';

/** Where the service is. */
export class TemplateConfig {
  /** Address to which files are sent. */
  @Env('EXTRACTION_TEMPLATE_URL') @IsUrl({ require_tld: false }) url: string = 'http://127.0.0.1:8080/text';

  /** Key for the service, if it needs one. */
  @Env('EXTRACTION_TEMPLATE_KEY', { secret: true }) key: string = '';

  /** Most bytes of one response that are read. */
  @Env('EXTRACTION_TEMPLATE_MAX_RESPONSE_BYTES') @IsInt() @Min(1) maxResponseBytes: number = 32 * 1024 * 1024;
}
