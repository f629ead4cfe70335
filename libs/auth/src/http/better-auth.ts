import { Logger } from '@nestjs/common';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { baseUrl, type ServerConfig } from '#config/server';
import { sqlOver } from '#libs/database';
import { createId } from '#libs/kernel';
import { cutUserAgent, isUsableImage, MAX_EMAIL_LENGTH, usableName } from '../account-fields.js';
import { FORBIDDEN_EMAIL_DOMAIN } from '../auth.errors.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../credentials.js';
import { isEmailDomainAllowed } from '../email-domains.js';
import { grantFirstAdministrator } from '../first-administrator.js';
import type { PasswordHasher } from '../password-hashing/password-hasher.js';
import { authDatabase } from './auth-database.js';
import { trustedOrigins } from './trusted-origins.js';

/** Where the library that runs sign-up, sign-in and sessions is injected. */
export const BETTER_AUTH = Symbol.for('archivolt.auth.better-auth');
export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Set by us on every request from what Fastify knows of the connection; a client cannot send it. */
export const CLIENT_ADDRESS_HEADER = 'x-archivolt-client-address';

const DAY_SECONDS = 86_400;
const ID_PREFIXES: Readonly<Record<string, string>> = {
  user: 'usr',
  session: 'auth_ses',
  account: 'auth_acc',
  verification: 'auth_ver',
};
const DATES = { createdAt: 'created_at', updatedAt: 'updated_at' };

export interface BetterAuthParts {
  pool: pg.Pool;
  secret: string;
  server: ServerConfig;
  config: AuthConfig;
  passwords: PasswordHasher;
}

export function createBetterAuth({ pool, secret, server, config, passwords }: BetterAuthParts) {
  const db = authDatabase(pool);
  return betterAuth({
    appName: 'Archivolt',
    baseURL: new URL(baseUrl(server)).origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(server),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: logTo(new Logger('Auth')) },
    rateLimit: rateLimits(config),
    onAPIError: { throw: true }, // what is unexpected reaches our error handler instead of the console
    database: { db, type: 'postgres', transaction: true },
    advanced: {
      // Left out, these depend on NODE_ENV: the checks would be off in tests and tell us nothing.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { validateSchema: false, generateId: ({ model }) => newId(model) },
    },
    emailAndPassword: {
      enabled: config.isEmailProviderEnabled,
      disableSignUp: !config.isRegistrationEnabled,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      password: { hash: (password) => passwords.hash(password), verify: (given) => passwords.verify(given) },
    },
    user: { modelName: 'user', ...userOptions(config) },
    session: {
      modelName: 'auth_session',
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        ...DATES,
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
    },
    account: {
      modelName: 'auth_account',
      fields: {
        ...DATES,
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'auth_verification', fields: { ...DATES, expiresAt: 'expires_at' } },
    databaseHooks: databaseHooks(config, db),
  });
}

function databaseHooks(config: AuthConfig, db: Kysely<unknown>) {
  return {
    user: {
      create: {
        before: (user) => Promise.resolve({ data: checkedFields(user) }),
        after: async ({ id }) => {
          if (config.firstUserAsAdmin) await grantFirstAdministrator(sqlOver(db), id);
        },
      },
      update: { before: (user) => Promise.resolve({ data: checkedFields(user) }) },
    },
    session: {
      create: {
        before: (session) =>
          Promise.resolve({ data: { ...session, userAgent: cutUserAgent(session.userAgent ?? '') } }),
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'];
}

/** For requests without a password; the others have stricter ones, in `password-attempts.ts`. */
function rateLimits({ requestsPerAddress: max }: AuthConfig) {
  const rule = { window: 10, max };
  const routes = ['/sign-in/*', '/sign-up/*', '/change-password'];
  const customRules = Object.fromEntries(routes.map((route) => [route, rule]));
  return { enabled: true, storage: 'memory' as const, ...rule, customRules };
}

function userOptions(config: AuthConfig) {
  return {
    fields: { ...DATES, emailVerified: 'email_verified' },
    additionalFields: {
      twoFactorEnabled: {
        type: 'boolean' as const,
        fieldName: 'two_factor_enabled',
        required: false,
        defaultValue: false,
        input: false,
      },
    },
    validateUserInfo: ({ user, source }: { user: { email?: string }; source: { action: string } }) => {
      // People who have an account keep it when the lists change.
      if (source.action !== 'create-user' || isEmailDomainAllowed(user.email ?? '', config)) return undefined;
      return {
        error: FORBIDDEN_EMAIL_DOMAIN,
        errorDescription: 'Accounts cannot be created with an address of this e-mail domain.',
      };
    },
  };
}

/** What the library itself does not check of an account. The database has the same limits. */
function checkedFields<Fields extends { name?: unknown; email?: unknown; image?: unknown }>(fields: Fields): Fields {
  if (typeof fields.email === 'string' && fields.email.length > MAX_EMAIL_LENGTH)
    throw refused('INVALID_EMAIL', `The e-mail address has more than ${MAX_EMAIL_LENGTH} characters`);
  if (fields.image !== undefined && fields.image !== null && !isUsableImage(fields.image))
    throw refused('INVALID_IMAGE', 'The image must be an address that begins with http:// or https://');
  if (fields.name === undefined) return fields;
  const name = usableName(fields.name);
  if (name === undefined) throw refused('INVALID_NAME', 'The name must have 1 to 50 characters');
  return { ...fields, name };
}

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

function newId(model: string): string {
  const prefix = ID_PREFIXES[model];
  if (!prefix) throw new Error(`no id prefix for ${model}`);
  return createId(prefix);
}

/** What the library adds to its messages may hold addresses of people, so only errors keep more than the message. */
function logTo(logger: Logger) {
  return (_level: string, message: string, ...details: unknown[]) => {
    const error = details.find((detail) => detail instanceof Error);
    if (error) logger.error(`${message} ${error.message}`, error.stack);
    else logger.warn(message);
  };
}
