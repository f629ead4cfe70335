import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsUrl, Max, Min } from 'class-validator';
import { IsRate } from './rate.config.js';

const URL_FORM = { require_tld: false, require_protocol: true, allow_underscores: true, protocols: ['http', 'https'] };

/** Links with which people without an account open one document. */
export class ShareLinksConfig {
  /** URL before `/share/…` in the addresses of links. Default: the URL of the web app. */
  @Env('DOCUMENT_SHARE_LINKS_BASE_URL') @IsOptional() @IsUrl(URL_FORM) baseUrl?: string;

  /** How many links a document can have; disabled and expired ones count. */
  @Env('DOCUMENT_SHARE_LINKS_MAX_LINKS_PER_DOCUMENT') @IsInt() @Min(1) @Max(1000) maxLinksPerDocument: number = 10;

  /** For how many minutes a visitor who gave the password can open the document before it is asked for again. */
  @Env('DOCUMENT_SHARE_LINKS_ACCESS_TOKEN_TTL_MINUTES')
  @IsInt()
  @Min(1)
  @Max(525_600)
  accessTokenTtlMinutes: number = 15;

  /**
   * Attempts of a visitor with the password of one link, as hits/time. All visitors together have ten times as many
   * wrong ones; visitors who gave the right password during the last 30 days are exempt from that.
   */
  @Env('DOCUMENT_SHARE_LINKS_PASSWORD_VERIFICATION_RATE_LIMIT') @IsRate() passwordRateLimit: string = '30/1h';

  /** How often a visitor can open the page of one link, or a picture on it, as hits/time. */
  @Env('DOCUMENT_SHARE_LINKS_DOCUMENT_ACCESS_RATE_LIMIT') @IsRate() documentRateLimit: string = '3600/1h';

  /** How often a visitor can request the file of one link, as hits/time. A part of a file is a request. */
  @Env('DOCUMENT_SHARE_LINKS_FILE_ACCESS_RATE_LIMIT') @IsRate() fileRateLimit: string = '600/1h';
}
