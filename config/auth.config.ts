import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';

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

  /** Passwords that are hashed at the same time, each in a thread of its own; one takes about 80 ms and 32 MB. */
  @Env('AUTH_PASSWORD_THREADS') @IsInt() @Min(1) @Max(64) passwordThreads: number = 2;

  /** Requests with a password (sign-in, sign-up, change of password) that may wait for a thread; more get 503. */
  @Env('AUTH_PASSWORD_QUEUE') @IsInt() @Min(0) passwordQueue: number = 50;

  /** How many of the waiting ones may come from one address; more get 429. An IPv6 network of /64 is one address. */
  @Env('AUTH_PASSWORD_QUEUE_PER_ADDRESS') @IsInt() @Min(0) passwordQueuePerAddress: number = 10;

  /** Sign-ins within 10 seconds from one address, and as many sign-ups; more get 429. */
  @Env('AUTH_ATTEMPTS_PER_ADDRESS') @IsInt() @Min(1) attemptsPerAddress: number = 3;

  /** Wrong passwords for one account from one address within 15 minutes; more get 429. */
  @Env('AUTH_WRONG_PASSWORDS_PER_ADDRESS') @IsInt() @Min(1) wrongPasswordsPerAddress: number = 10;

  /**
   * Wrong passwords for one account from all addresses within an hour; more get 429. Addresses from which the account
   * signed in during the last 30 days do not count and are not refused: an attacker elsewhere cannot lock the owner out.
   */
  @Env('AUTH_WRONG_PASSWORDS_PER_ACCOUNT') @IsInt() @Min(1) wrongPasswordsPerAccount: number = 50;

  /** Other requests to one route of `/api/auth` within 10 seconds from one address; more get 429. */
  @Env('AUTH_REQUESTS_PER_ADDRESS') @IsInt() @Min(1) requestsPerAddress: number = 100;
}
