import { Env } from '@archivolt/plugin-kit';
import { IsFQDN } from 'class-validator';

/** The domain of your own at which every name arrives. */
export class CatchAllConfig {
  /** Domain of the addresses. */
  @Env('INTAKE_ADDRESS_CATCH_ALL_DOMAIN', { aliases: ['INTAKE_EMAILS_CATCH_ALL_DOMAIN'] })
  @IsFQDN({ require_tld: false }, { message: '$property must be the name of a domain, such as in.example.com' })
  domain: string = 'archivolt.local';
}
