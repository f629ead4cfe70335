import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Broadcasts } from '#ground/history';
import { createId, requestOrigin, type Actor } from '#ground/kernel';
import { AuditRecorded, chainOf } from './audit-chain.js';
import type { AuditActor, NewAuditEntry } from './audit-entry.js';
import { PendingEntryRepository } from './pending-entry.repository.js';

const MAX_DETAILS_BYTES = 2_048;
const MAX_NAME_LENGTH = 256;

/** Records what was done: who, what, when, from where. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly pending: PendingEntryRepository,
    private readonly broadcasts: Broadcasts,
  ) {}

  /**
   * Adds the entry to the transaction of the change: there is an entry for every change that was kept, and none for others.
   * It takes no lock that others wait for. A background worker gives it its place in the log after the commit.
   */
  async record(tx: Transaction, entry: NewAuditEntry): Promise<void> {
    const { action, organizationId = null, target, details = {} } = entry;
    const origin = requestOrigin();
    const detailsJson = JSON.stringify(details);
    if (Buffer.byteLength(detailsJson) > MAX_DETAILS_BYTES)
      throw new Error(`the details of ${action.name} have more than ${MAX_DETAILS_BYTES} bytes; record ids and counts`);
    await this.pending.insert(tx, {
      id: createId('aud'),
      organizationId,
      action: action.name,
      actor: auditActor(entry.actor ?? defaultActor()),
      address: origin?.address ?? null,
      userAgent: origin?.userAgent ?? null,
      requestId: origin?.requestId ?? null,
      target: target
        ? { type: target.type, id: target.id, name: target.name?.slice(0, MAX_NAME_LENGTH) ?? null }
        : null,
      detailsJson,
    });
    this.broadcasts.send(tx, AuditRecorded, { chainId: chainOf(organizationId) });
  }

  /** Records an entry for something that has no transaction here, such as a sign-in. Resolves when it is stored. */
  async recordNow(entry: NewAuditEntry): Promise<void> {
    await this.unitOfWork.run((tx) => this.record(tx, entry));
  }
}

function defaultActor(): Actor | AuditActor {
  const origin = requestOrigin();
  return origin ? (origin.actor ?? { type: 'anonymous' }) : { type: 'system' };
}

/** An actor of a request or a job in the form of the log. */
export function auditActor(actor: Actor | AuditActor): Required<AuditActor> {
  const { type, ...ids } = 'via' in actor ? fromActor(actor) : actor;
  return { type, userId: null, apiKeyId: null, reason: null, ...ids };
}

function fromActor(actor: Actor): AuditActor {
  switch (actor.via) {
    case 'session':
      return { type: 'user', userId: actor.userId };
    case 'api-key':
      return { type: 'api-key', userId: actor.userId, apiKeyId: actor.apiKeyId };
    case 'system':
      return { type: 'system', reason: actor.reason };
  }
}
