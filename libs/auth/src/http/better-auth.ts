import { Logger } from '@nestjs/common';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { baseUrl, type ServerConfig } from '#config/server';
import { sqlOver } from '#libs/database';
import { createId, type IdPrefix } from '#libs/kernel';
import { FORBIDDEN_EMAIL_DOMAIN } from '../auth.errors.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../credentials.js';
import { isEmailDomainAllowed } from '../email-domains.js';
import { grantFirstAdministrator } from '../first-administrator.js';
import { authDatabase } from './auth-database.js';
import { trustedOrigins } from './trusted-origins.js';

/** The key that signs session cookies: a string of 32 characters or more, provided by the application. */
export const AUTH_SECRET = Symbol.for('archivolt.auth.secret');

/** Where the library that runs sign-up, sign-in and sessions is injected. */
export const BETTER_AUTH = Symbol.for('archivolt.auth.better-auth');
export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Set by us on every request from what Fastify knows of the connection; a client cannot send it. */
export const CLIENT_ADDRESS_HEADER = 'x-archivolt-client-address';

const DAY_SECONDS = 86_400;
const ID_PREFIXES: Readonly<Record<string, IdPrefix>> = {
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
}

export function createBetterAuth({ pool, secret, server, config }: BetterAuthParts) {
  const db = authDatabase(pool);
  return betterAuth({
    appName: 'Archivolt',
    baseURL: new URL(baseUrl(server)).origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(server),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: logTo(new Logger('Auth')) },
    rateLimit: { enabled: server.environment === 'production', storage: 'memory' },
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
    databaseHooks: {
      user: {
        create: {
          after: async ({ id }) => {
            if (config.firstUserAsAdmin) await grantFirstAdministrator(sqlOver(db), id);
          },
        },
      },
    },
  });
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
