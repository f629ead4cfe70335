import { Logger } from '@nestjs/common';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { basePath, baseUrl, type ServerConfig } from '#config/server';
import type { AuditLog } from '#ground/audit';
import { sqlOver } from '#ground/database';
import { createId } from '#ground/kernel';
import { cutUserAgent } from '../account-fields.js';
import { AccountLinked, EmailVerified, PasswordReset, RightsFromProvider, UserCreated } from '../auth.audit.js';
import {
  ACCOUNT_DISABLED,
  FORBIDDEN_DOMAIN_MESSAGE,
  FORBIDDEN_EMAIL_DOMAIN,
  REFUSED_BY_IDENTITY,
  SIGN_UP_DISABLED,
} from '../auth.errors.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../credentials.js';
import { isEmailDomainAllowed } from '../email-domains.js';
import {
  endOtherResets,
  grantFirstAdministrator,
  isAddressVerified,
  isDisabled,
  keepNewestSessions,
} from '../account.repository.js';
import type { PasswordHasher } from '../password-hashing/password-hasher.js';
import { asciiAddresses } from './ascii-addresses.js';
import { authDatabase } from './auth-database.js';
import { ClaimsMapping } from './claims-mapping.js';
import { checkedAccount } from './checked-fields.js';
import { CLIENT_ADDRESS_HEADER } from './client-address.js';
import type { FirstAccount } from './first-account.js';
import type { OpenedIdentity } from './opened-identity.js';
import type { CollectedExtensions } from './sign-in-extensions.js';
import type { RequestCounts } from './request-counts.js';
import { passwordMails, verificationMail } from './sign-in-mail-hooks.js';
import { OWN_ID_PREFIXES } from './sign-in-models.js';
import { signInAudit } from './sign-in-audit.js';
import { checkSignUp } from './sign-up-check.js';
import { trustedOrigins } from './trusted-origins.js';

export type BetterAuth = ReturnType<typeof createBetterAuth>;

const AUTH_PATH = '/api/auth';
const DAY_SECONDS = 86_400;
const DATES = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The tables and columns of sign-in, and how long sessions last. */
const TABLES = {
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
  verification: {
    modelName: 'auth_verification',
    fields: { ...DATES, expiresAt: 'expires_at' },
    // A copy of the table is not enough to set the password of a user.
    storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
  },
} satisfies BetterAuthOptions;

export interface BetterAuthParts {
  pool: pg.Pool;
  secret: string;
  server: ServerConfig;
  config: AuthConfig;
  passwords: PasswordHasher;
  extensions: CollectedExtensions;
  identities: readonly OpenedIdentity[];
  firstAccount: FirstAccount;
  audit: AuditLog;
  requestCounts: RequestCounts;
}

export function createBetterAuth(parts: BetterAuthParts) {
  const { pool, secret, server, config, passwords, extensions, audit } = parts;
  const db = authDatabase(pool);
  // A plugin that is slow leaves the other half of the connections to everything else.
  const newUsersAtATime = Math.ceil(pool.options.max / 2);
  const claims = new ClaimsMapping(sqlOver(db), config, parts.identities, newUsersAtATime, {
    readers: extensions.claimReaders,
    recordRights: ({ userId, isAdministrator, source }) =>
      audit.recordNow({
        action: RightsFromProvider,
        target: { type: 'user', id: userId },
        details: { isAdministrator, source },
      }),
  });
  const prefixes = { ...extensions.idPrefixes, ...OWN_ID_PREFIXES };
  return betterAuth({
    appName: 'Archivolt',
    ...addressOf(server),
    secret,
    trustedOrigins: trustedOrigins(server),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: logTo(new Logger('Auth')) },
    rateLimit: rateLimits(config, parts.requestCounts),
    onAPIError: { throw: true }, // unexpected errors reach our error handler instead of the console
    database: { db, type: 'postgres', transaction: true },
    advanced: {
      // Without these lines the checks depend on NODE_ENV and would be off in tests.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      // Another application of the same host does not get them, and may have cookies of the same name.
      defaultCookieAttributes: { path: basePath(server) || '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { validateSchema: false, generateId: ({ model }) => newId(prefixes, model) },
    },
    emailAndPassword: {
      enabled: config.isEmailProviderEnabled,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      password: { hash: (password) => passwords.hash(password), verify: (given) => passwords.verify(given) },
      requireEmailVerification: config.isEmailVerificationRequired,
      ...passwordMails(extensions.mails),
      onPasswordReset: async ({ user }) => {
        await endOtherResets(db, user.id);
        await audit.recordNow({ action: PasswordReset, ...ofUser(user.id) });
      },
    },
    emailVerification: {
      ...verificationMail(extensions.mails),
      afterEmailVerification: (user) => audit.recordNow({ action: EmailVerified, ...ofUser(user.id) }),
    },
    user: { modelName: 'user', ...userOptions(config, claims, db) },
    ...TABLES,
    account: { ...TABLES.account, accountLinking: linking(config) },
    databaseHooks: databaseHooks({ config, db, claims, audit }),
    hooks: { before: checkSignUp(config, parts.firstAccount) },
    plugins: [asciiAddresses(), ...extensions.plugins, signInAudit(audit)],
  });
}

interface HookParts {
  config: AuthConfig;
  db: Kysely<unknown>;
  claims: ClaimsMapping;
  audit: AuditLog;
}

function databaseHooks({ config, db, claims, audit }: HookParts) {
  return {
    user: {
      create: {
        before: (user) => Promise.resolve({ data: checkedAccount(user) }),
        after: async ({ id }) => {
          if (config.firstUserAsAdmin) await grantFirstAdministrator(sqlOver(db), id);
          await audit.recordNow({ action: UserCreated, ...ofUser(id) });
        },
      },
      update: { before: (user) => Promise.resolve({ data: checkedAccount(user) }) },
    },
    account: {
      create: {
        before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }),
        after: async ({ userId, providerId }) => {
          if (providerId !== 'credential')
            await audit.recordNow({ action: AccountLinked, ...ofUser(userId), details: { providerId } });
        },
      },
      update: { before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }) },
    },
    session: {
      create: {
        before: async (session, request) => {
          if (await isDisabled(db, session.userId)) throw new APIError('FORBIDDEN', ACCOUNT_DISABLED);
          if (request) await claims.apply(session.userId, request.context);
          await keepNewestSessions(db, session.userId, config.maxSessions - 1);
          return { data: { ...session, userAgent: cutUserAgent(session.userAgent ?? '') } };
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'];
}

/** An entry about what users do to their own accounts. */
const ofUser = (userId: string) => ({
  actor: { type: 'user' as const, userId },
  target: { type: 'user', id: userId },
});

/** Otherwise the defaults of the library: an account is linked when the provider and this server have verified its address. */
function linking({ trustedLinkingProviders }: AuthConfig) {
  if (trustedLinkingProviders.length === 0) return { enabled: true };
  return { enabled: true, trustedProviders: trustedLinkingProviders, requireLocalEmailVerified: false };
}

/** What a provider gives access to is not needed after the sign-in, and a copy of the table must not give it. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

/** Limits for requests without a password; `password-attempts.ts` has stricter ones for those with one. */
function rateLimits({ requestsPerAddress: max }: AuthConfig, customStorage: RequestCounts) {
  const rule = { window: 10, max };
  const routes = ['/sign-in/*', '/sign-up/*', '/change-password'];
  const customRules = Object.fromEntries(routes.map((route) => [route, rule]));
  return { enabled: true, customStorage, ...rule, customRules };
}

function userOptions(config: AuthConfig, claims: ClaimsMapping, db: Kysely<unknown>) {
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
    validateUserInfo: async ({ user, source }, request) =>
      refusalOfNewUser(user, source, config) ??
      (await refusalOfLink(user, source, { config, db })) ??
      (await refusalOfClaims(user, source, { claims, request })),
  } satisfies BetterAuthOptions['user'];
}

type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;
type UserInfo = Parameters<ValidateUserInfo>[0];

/** Existing accounts stay usable when the lists of domains change. */
function refusalOfNewUser(user: UserInfo['user'], source: UserInfo['source'], config: AuthConfig) {
  if (source.action !== 'create-user') return undefined;
  // With a password, `refuseSignUp` has responded before.
  if (!config.isRegistrationEnabled && source.method !== 'email-password')
    return { error: SIGN_UP_DISABLED, errorDescription: 'New accounts are not accepted here.' };
  return isEmailDomainAllowed(user.email ?? '', config)
    ? undefined
    : { error: FORBIDDEN_EMAIL_DOMAIN, errorDescription: FORBIDDEN_DOMAIN_MESSAGE };
}

/** The library trusts all providers as soon as one is trusted with addresses that this server has not verified. */
async function refusalOfLink(
  { id }: UserInfo['user'],
  { oauth, action }: UserInfo['source'],
  { config: { trustedLinkingProviders: trusted }, db }: { config: AuthConfig; db: Kysely<unknown> },
) {
  if (action !== 'link-account' || trusted.length === 0 || trusted.includes(oauth?.providerId ?? '')) return undefined;
  if (await isAddressVerified(db, String(id))) return undefined;
  return { error: 'account_not_linked', errorDescription: 'The address of the account here is not verified.' };
}

async function refusalOfClaims(
  { email = '', emailVerified }: UserInfo['user'],
  { oauth, sso, action }: UserInfo['source'],
  { claims, request }: { claims: ClaimsMapping; request: Parameters<ValidateUserInfo>[1] },
) {
  const provider = oauth ?? sso;
  if (!provider) return undefined;
  const person = {
    providerId: provider.providerId,
    email,
    isEmailVerified: emailVerified === true,
    claims: provider.profile ?? {},
  };
  const errorDescription = await claims.refusalOf(person, {
    request: request.context,
    createsUser: action === 'create-user',
  });
  return errorDescription === undefined ? undefined : { error: REFUSED_BY_IDENTITY, errorDescription };
}

function newId(prefixes: Readonly<Record<string, string>>, model: string): string {
  const prefix = prefixes[model];
  if (!prefix) throw new Error(`no id prefix for ${model}; name one in \`idPrefixes\` of the extension that adds it`);
  return createId(prefix);
}

/** With a path in `baseURL`, the library ignores `basePath`. */
function addressOf(server: ServerConfig) {
  const path = basePath(server) + AUTH_PATH;
  return { baseURL: new URL(baseUrl(server)).origin + path, basePath: path };
}

/** Anyone can open the address that a provider leads back to, and people open it twice. */
const REFUSED_STATES = new Set(['state_invalid', 'state_mismatch', 'state_not_found', 'state_security_mismatch']);

/** Logs messages without their details, which may contain e-mail addresses; an error keeps its stack. */
function logTo(logger: Logger) {
  return (_level: string, message: string, ...details: unknown[]) => {
    const error = details.find((detail) => detail instanceof Error);
    if (error && REFUSED_STATES.has(String((error as { code?: unknown }).code)))
      logger.warn(`${message}: ${error.message}`);
    else if (error) logger.error(`${message} ${error.message}`, error.stack);
    else logger.warn(message);
  };
}
