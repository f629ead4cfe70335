import { Env } from '@archivolt/plugin-kit';
import { IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Where new documents are announced. */
export class TemplateConfig {
  /** URL that gets a POST for each new document. */
  @Env('SUBSCRIBER_TEMPLATE_URL') @IsUrl(ADDRESS) url!: string;

  /** Token for the header Authorization; none when it is empty. */
  @Env('SUBSCRIBER_TEMPLATE_TOKEN', { secret: true }) @IsString() token: string = '';

  /** Name of a tag for announced documents; none when it is empty. */
  @Env('SUBSCRIBER_TEMPLATE_TAG') @IsString() tag: string = '';
}
