import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';
import type { ActorType, AuditDetails } from './audit-entry.js';

const recorded = () => ({
  id: idColumn(),
  createdAt: dateColumn(),
  organizationId: idColumn().nullable(),
  action: textColumn(),
  actorType: textColumn().$type<ActorType>(),
  actorUserId: idColumn().nullable(),
  actorApiKeyId: idColumn().nullable(),
  actorReason: textColumn().nullable(),
  address: textColumn().nullable(),
  userAgent: textColumn().nullable(),
  requestId: textColumn().nullable(),
  targetType: textColumn().nullable(),
  targetId: textColumn().nullable(),
  targetName: textColumn().nullable(),
  details: p.json<AuditDetails>().columnType('jsonb'),
});

/** Entries that are recorded and have no place in a chain yet. */
export const auditPending = defineEntity({
  name: 'AuditPending',
  tableName: 'audit_pending',
  properties: { ordinal: bigintColumn().primary().autoincrement(), chainId: idColumn(), ...recorded() },
});

/** A chain of sealed entries: of an organization, or of the installation. It outlives its organization. */
export const auditChain = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chain',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn().nullable(),
    lastSequence: bigintColumn().default('0'),
    headHash: textColumn().default(''),
    /** Up to this position the events of the organization are in the chain. */
    eventPosition: bigintColumn().default('0'),
    /** Entries up to this one were removed when their time was over. */
    cutSequence: bigintColumn().default('0'),
    cutHash: textColumn().default(''),
    cutAt: dateColumn().nullable(),
  },
});

/** An entry that never changes. */
export const auditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    chainId: idColumn().primary(),
    sequence: bigintColumn().primary(),
    ...recorded(),
    previousHash: textColumn(),
    hash: textColumn(),
  },
});

/** The last check of a chain, and the one that runs. */
export const auditCheck = defineEntity({
  name: 'AuditCheck',
  tableName: 'audit_check',
  properties: {
    chainId: idColumn().primary(),
    requestedAt: dateColumn().nullable(),
    checkedAt: dateColumn().nullable(),
    checkedEntries: bigintColumn().default('0'),
    lastSequence: bigintColumn().default('0'),
    headHash: textColumn().nullable(),
    problemSequence: bigintColumn().nullable(),
    problemKind: textColumn().nullable(),
    problemMessage: textColumn().nullable(),
  },
});

export interface AuditTables {
  audit_pending: InferKyselyTable<typeof auditPending>;
  audit_chain: InferKyselyTable<typeof auditChain>;
  audit_entry: InferKyselyTable<typeof auditEntry>;
  audit_check: InferKyselyTable<typeof auditCheck>;
}
