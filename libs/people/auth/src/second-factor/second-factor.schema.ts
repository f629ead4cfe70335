import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

/** The secret of the codes of a user, and the backup codes; encrypted. The sign-in library writes it. */
export const authTwoFactor = defineEntity({
  name: 'AuthTwoFactor',
  tableName: 'auth_two_factor',
  properties: {
    id: idColumn().primary(),
    secret: textColumn(),
    backupCodes: textColumn(),
    userId: idColumn(),
    verified: p.boolean(),
    failedVerificationCount: p.integer(),
    lockedUntil: dateColumn().nullable(),
  },
});

/** The public key of a passkey. The sign-in library writes it. */
export const authPasskey = defineEntity({
  name: 'AuthPasskey',
  tableName: 'auth_passkey',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    name: textColumn().nullable(),
    publicKey: textColumn(),
    userId: idColumn(),
    credentialId: textColumn(),
    counter: bigintColumn(),
    deviceType: textColumn(),
    backedUp: p.boolean(),
    transports: textColumn().nullable(),
    aaguid: textColumn().nullable(),
  },
});

export interface SecondFactorTables {
  auth_two_factor: InferKyselyTable<typeof authTwoFactor>;
  auth_passkey: InferKyselyTable<typeof authPasskey>;
}
