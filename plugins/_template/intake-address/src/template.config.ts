import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The service that has the addresses. */
export class TemplateConfig {
  /** Where addresses are created and removed. */
  @Env('INTAKE_ADDRESS_TEMPLATE_URL') @IsUrl(ADDRESS) url: string = 'http://127.0.0.1:8025/addresses';

  /** Key of the account at the service. */
  @Env('INTAKE_ADDRESS_TEMPLATE_API_KEY', { secret: true }) @IsOptional() @IsString() apiKey?: string;
}
