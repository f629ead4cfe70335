import { Env } from '@archivolt/plugin-kit';
import { IsFQDN, IsOptional, IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, allow_underscores: true, protocols: ['http', 'https'] };

/** The account at OwlRelay that has the addresses. */
export class OwlRelayConfig {
  /** API key of the account at OwlRelay. Needed when this plugin is in use. */
  @Env('INTAKE_ADDRESS_OWLRELAY_API_KEY', { aliases: ['OWLRELAY_API_KEY'], secret: true })
  @IsOptional()
  @IsString()
  apiKey?: string;

  /** Domain of the addresses; unset, OwlRelay chooses it. */
  @Env('INTAKE_ADDRESS_OWLRELAY_DOMAIN', { aliases: ['OWLRELAY_DOMAIN'] }) @IsOptional() @IsFQDN() domain?: string;

  /** URL of the API. */
  @Env('INTAKE_ADDRESS_OWLRELAY_URL', { aliases: ['OWLRELAY_API_URL'] })
  @IsUrl(ADDRESS)
  url: string = 'https://api.owlrelay.email';
}
