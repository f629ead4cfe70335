import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsUrl, Max, Min } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Where the service is. */
export class TemplateConfig {
  /** Address to which files are sent. */
  @Env('EXTRACTION_TEMPLATE_URL') @IsUrl(ADDRESS) url: string = 'http://127.0.0.1:8080/text';

  /** Key for the service, if it needs one. */
  @Env('EXTRACTION_TEMPLATE_KEY', { secret: true }) key: string = '';

  /** Milliseconds that one file may take. */
  @Env('EXTRACTION_TEMPLATE_TIMEOUT_MS') @IsInt() @Min(1) @Max(3_600_000) timeoutMs: number = 120_000;
}
