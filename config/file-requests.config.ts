import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';
import { IsRate } from './rate.config.js';

/** File requests: links through which people without an account hand in files. */
export class FileRequestsConfig {
  /** File requests that an organization may have, those that have ended included. */
  @Env('FILE_REQUESTS_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(10_000) maxPerOrganization: number = 200;

  /** Minutes for which a visitor who gave the password of a request is let in. */
  @Env('FILE_REQUESTS_ACCESS_TOKEN_TTL_MINUTES') @IsInt() @Min(1) @Max(10_080) accessTokenTtlMinutes: number = 60;

  /** How often a visitor may try a password of one request. */
  @Env('FILE_REQUESTS_PASSWORD_VERIFICATION_RATE_LIMIT') @IsRate() passwordVerificationRate: string = '30/1h';

  /** How often a visitor may open one request. */
  @Env('FILE_REQUESTS_ACCESS_RATE_LIMIT') @IsRate() accessRate: string = '3600/1h';

  /** How many files a visitor may send to one request. */
  @Env('FILE_REQUESTS_UPLOAD_RATE_LIMIT') @IsRate() uploadRate: string = '600/1h';
}
