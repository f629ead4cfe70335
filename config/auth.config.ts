import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsOptional, IsString, Matches, MinLength } from 'class-validator';

const DOMAINS = [/^@?[^\s@/:]+$/, { each: true, message: 'each must be a domain such as example.com' }] as const;

/** Sign-up, sign-in and sessions. */
export class AuthConfig {
  /** Signs sessions; 32 characters or more. Without it one is made and kept in DATA_DIR, except in production. */
  @Env('AUTH_SECRET', { secret: true }) @IsOptional() @IsString() @MinLength(32) secret?: string;

  /** Whether people may create accounts themselves. */
  @Env('AUTH_IS_REGISTRATION_ENABLED') @IsBoolean() isRegistrationEnabled: boolean = true;

  /** The first account becomes administrator. */
  @Env('AUTH_FIRST_USER_AS_ADMIN') @IsBoolean() firstUserAsAdmin: boolean = true;

  /** Sign-in by e-mail and password. */
  @Env('AUTH_PROVIDERS_EMAIL_IS_ENABLED') @IsBoolean() isEmailProviderEnabled: boolean = true;

  /** E-mail domains that may not create accounts. Wins over the allowed ones. */
  @Env('AUTH_FORBIDDEN_EMAIL_DOMAINS') @Matches(...DOMAINS) forbiddenEmailDomains: string[] = [];

  /** E-mail domains that may create accounts. Empty: any. */
  @Env('AUTH_ALLOWED_EMAIL_DOMAINS') @Matches(...DOMAINS) allowedEmailDomains: string[] = [];
}
