import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Tables of the sign-in library, which has its own names for some columns: see `http/better-auth.ts`. */
export const authSession = defineEntity({
  name: 'AuthSession',
  tableName: 'auth_session',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    expiresAt: dateColumn(),
    token: textColumn(),
    ipAddress: textColumn().nullable(),
    userAgent: textColumn().nullable(),
    userId: idColumn(),
  },
});

/** How a user may sign in: by password, or by an account elsewhere. */
export const authAccount = defineEntity({
  name: 'AuthAccount',
  tableName: 'auth_account',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    accountId: textColumn(),
    providerId: textColumn(),
    userId: idColumn(),
    accessToken: textColumn().nullable(),
    refreshToken: textColumn().nullable(),
    idToken: textColumn().nullable(),
    accessTokenExpiresAt: dateColumn().nullable(),
    refreshTokenExpiresAt: dateColumn().nullable(),
    scope: textColumn().nullable(),
    password: textColumn().nullable(),
  },
});

export const authVerification = defineEntity({
  name: 'AuthVerification',
  tableName: 'auth_verification',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    identifier: textColumn(),
    value: textColumn(),
    expiresAt: dateColumn(),
  },
});

export interface SignInTables {
  auth_session: InferKyselyTable<typeof authSession>;
  auth_account: InferKyselyTable<typeof authAccount>;
  auth_verification: InferKyselyTable<typeof authVerification>;
}
