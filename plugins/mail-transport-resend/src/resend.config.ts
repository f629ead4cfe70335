import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The account at Resend that sends the mails. */
export class ResendConfig {
  /** API key of the account at Resend. Needed when this plugin is in use. */
  @Env('MAIL_TRANSPORT_RESEND_API_KEY', { aliases: ['RESEND_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  apiKey?: string;

  /** Address of the API. */
  @Env('MAIL_TRANSPORT_RESEND_URL') @IsUrl(ADDRESS) url: string = 'https://api.resend.com';
}
