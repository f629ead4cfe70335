import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The service that sends the mails. */
export class TemplateConfig {
  /** Address that mails are posted to. */
  @Env('MAIL_TRANSPORT_TEMPLATE_URL') @IsUrl(ADDRESS) url: string = 'http://127.0.0.1:8025/mails';

  /** Key of the account at the service. */
  @Env('MAIL_TRANSPORT_TEMPLATE_API_KEY', { secret: true }) @IsOptional() @IsString() apiKey?: string;
}
