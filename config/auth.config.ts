import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';
import { IsRate } from './rate.config.js';

const DOMAINS = [/^@?[^\s@/:]+$/, { each: true, message: 'each must be a domain such as example.com' }] as const;

/** Sign-up, sign-in and sessions. */
export class AuthConfig {
  /** Signs sessions; 32 characters or more. Default: generated and stored in DATA_DIR; required in production. */
  @Env('AUTH_SECRET', { secret: true }) @IsOptional() @IsString() @MinLength(32) secret?: string;

  /**
   * Whether users can create accounts themselves. If false, the first account needs the set-up code that the server
   * prints while there is no account.
   */
  @Env('AUTH_IS_REGISTRATION_ENABLED') @IsBoolean() isRegistrationEnabled: boolean = true;

  /** Whether users can set a new password through a link that is sent by mail. */
  @Env('AUTH_IS_PASSWORD_RESET_ENABLED') @IsBoolean() isPasswordResetEnabled: boolean = true;

  /**
   * Whether users must follow a link that is sent to their e-mail address before they can sign in with a password or
   * accept an invitation. Needs mails that reach people.
   */
  @Env('AUTH_IS_EMAIL_VERIFICATION_REQUIRED') @IsBoolean() isEmailVerificationRequired: boolean = false;

  /** Mails for password resets and verification to one e-mail address; further ones are not sent. */
  @Env('AUTH_MAILS_PER_ACCOUNT') @IsRate() mailsPerAccount: string = '5/1h';

  /** Such mails that requests from one client address cause (IPv6: from one /64 network); further ones are not sent. */
  @Env('AUTH_MAILS_PER_ADDRESS') @IsRate() mailsPerAddress: string = '30/1h';

  /** Whether the first account becomes an administrator. */
  @Env('AUTH_FIRST_USER_AS_ADMIN') @IsBoolean() firstUserAsAdmin: boolean = true;

  /** Whether users can sign in with e-mail and password. */
  @Env('AUTH_PROVIDERS_EMAIL_IS_ENABLED') @IsBoolean() isEmailProviderEnabled: boolean = true;

  /**
   * Whether identity plugins decide at each sign-in who is an administrator: a person whose claims they map to the role
   * `admin` becomes one, any other one whose roles they map stops being one. If false, their roles are ignored.
   */
  @Env('AUTH_ROLES_FROM_IDENTITY') @IsBoolean() rolesFromIdentity: boolean = false;

  /**
   * Ids of providers whose accounts are linked to the account with the same e-mail address although neither side has
   * verified it. Set it only where no person can sign up with the address of another person: registration by password is off,
   * or addresses are verified.
   */
  @Env('AUTH_TRUSTED_LINKING_PROVIDERS') @IsString({ each: true }) trustedLinkingProviders: string[] = [];

  /** E-mail domains that cannot create accounts. Takes precedence over the allowed domains. */
  @Env('AUTH_FORBIDDEN_EMAIL_DOMAINS') @Matches(...DOMAINS) forbiddenEmailDomains: string[] = [];

  /** E-mail domains that can create accounts. Empty: any domain. */
  @Env('AUTH_ALLOWED_EMAIL_DOMAINS') @Matches(...DOMAINS) allowedEmailDomains: string[] = [];

  /** Passwords hashed at the same time, each in its own thread; one takes about 80 ms and 32 MB. */
  @Env('AUTH_PASSWORD_THREADS') @IsInt() @Min(1) @Max(64) passwordThreads: number = 2;

  /** Requests with a password (sign-in, sign-up, password change) that can wait for a thread; further ones get 503. */
  @Env('AUTH_PASSWORD_QUEUE') @IsInt() @Min(0) passwordQueue: number = 50;

  /**
   * Waiting password requests from one address; further ones get 429. An IPv6 /64 network counts as one address, and a
   * /56 network may have four times as many.
   */
  @Env('AUTH_PASSWORD_QUEUE_PER_ADDRESS') @IsInt() @Min(0) passwordQueuePerAddress: number = 10;

  /**
   * Sign-ins from one address within 10 seconds, and as many sign-ups; further ones get 429. An IPv6 /64 network counts
   * as one address, and a /56 network may have four times as many.
   */
  @Env('AUTH_ATTEMPTS_PER_ADDRESS') @IsInt() @Min(1) attemptsPerAddress: number = 3;

  /** Wrong passwords for one account from one address within 15 minutes; further attempts get 429. */
  @Env('AUTH_WRONG_PASSWORDS_PER_ADDRESS') @IsInt() @Min(1) wrongPasswordsPerAddress: number = 10;

  /**
   * Wrong passwords for one account from all addresses within an hour; further attempts get 429. Addresses from which
   * the account signed in during the last 30 days are neither counted nor rejected, so that an attacker at another
   * address cannot lock the owner out.
   */
  @Env('AUTH_WRONG_PASSWORDS_PER_ACCOUNT') @IsInt() @Min(1) wrongPasswordsPerAccount: number = 50;

  /**
   * Whether users can sign in with passkeys. Browsers offer them where the address of the server begins with https, and
   * on localhost; a passkey works for one domain only, that of APP_BASE_URL.
   */
  @Env('AUTH_IS_PASSKEY_ENABLED') @IsBoolean() isPasskeyEnabled: boolean = true;

  /** Sessions that one user can have at a time; a further sign-in ends the oldest one. */
  @Env('AUTH_MAX_SESSIONS_PER_USER') @IsInt() @Min(1) @Max(10_000) maxSessions: number = 100;

  /** API keys that one user can have, expired ones included. */
  @Env('AUTH_MAX_API_KEYS_PER_USER') @IsInt() @Min(1) @Max(10_000) maxApiKeys: number = 100;

  /** Wrong codes of the second factor for one account from one address; further attempts get 429. */
  @Env('AUTH_WRONG_CODES_PER_ADDRESS') @IsRate() wrongCodesPerAddress: string = '5/15m';

  /** Wrong codes of the second factor for one account from all addresses; further attempts get 429. */
  @Env('AUTH_WRONG_CODES_PER_ACCOUNT') @IsRate() wrongCodesPerAccount: string = '20/24h';

  /** Other requests to one route of `/api/auth` from one address in each window of 10 seconds; further ones get 429. */
  @Env('AUTH_REQUESTS_PER_ADDRESS') @IsInt() @Min(1) requestsPerAddress: number = 100;
}
