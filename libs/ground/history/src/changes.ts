import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { createId, requestOrigin, userIdOf, type OrganizationContext } from '#ground/kernel';
import type { CounterDeltas } from './counter-deltas.js';
import type { EventDefinition } from './event-definition.js';
import { insertLog } from './pending-changes.repository.js';
import { PendingChanges } from './pending-changes.js';

export interface Effect {
  counters?: CounterDeltas;
  /**
   * Makes the error to fail with when the organization is deleted by the time of the commit, for changes that its purge
   * would miss otherwise. Without it the organization is not looked at.
   */
  onDeletedOrganization?: () => Error;
}

/** Records what happens in organizations. */
@Injectable()
export class Changes {
  constructor(private readonly pending: PendingChanges) {}

  /**
   * Adds a change to the transaction. Just before the commit its event (with actor and request id), the activity entry
   * that the definition asks for, the counters in `effect` and one job for each subscriber are written: all of them are
   * there after the commit, or none.
   */
  record<Payload extends object>(
    tx: Transaction,
    ctx: OrganizationContext,
    event: EventDefinition<Payload>,
    payload: Payload,
    effect: Effect = {},
  ): void {
    const { events, activity } = this.pending.of(tx);
    events.push({
      id: createId('evt'),
      organizationId: ctx.organizationId,
      name: event.name,
      payload,
      by: ctx,
      origin: requestOrigin(),
      ...effect,
    });
    if (!event.activity) return;
    const { documentId, tagId, ...facts } = payload as ActivityFacts;
    activity.push({ documentId, kind: event.activity, userId: userIdOf(ctx), tagId, data: dataOf(facts) });
  }

  /** Runs `work` so that, when it throws, nothing of what it wrote and recorded stays, and the transaction can go on. */
  async attempt<Result>(tx: Transaction, work: () => Promise<Result>): Promise<Result> {
    const { events, activity, broadcasts } = this.pending.of(tx);
    const marks = [events, activity, broadcasts].map((list) => ({ list, length: list.length }));
    try {
      return await tx.savepoint(work);
    } catch (error) {
      for (const { list, length } of marks) list.length = length;
      throw error;
    }
  }

  /** Starts the log and the counters of a new organization, whose row is written. */
  async open(tx: Transaction, organizationId: string): Promise<void> {
    await insertLog(tx, organizationId);
  }
}

/** `defineEvent` allows an activity only where the payload has a `documentId`. */
interface ActivityFacts {
  documentId: string;
  tagId?: string;
  updatedFields?: readonly string[];
  fileRequestId?: string;
  fileRequestTitle?: string;
  splitFromId?: string;
  splitFromName?: string;
  partIds?: readonly string[];
  reason?: string;
}

/** Returns what an entry keeps of the facts of its event. */
function dataOf({ updatedFields, ...facts }: Omit<ActivityFacts, 'documentId' | 'tagId'>): object | null {
  if (updatedFields) return { updatedFields };
  const { fileRequestId, fileRequestTitle, splitFromId, splitFromName, partIds, reason } = facts;
  if (fileRequestId !== undefined) return { fileRequestId, fileRequestTitle };
  if (splitFromId !== undefined) return { splitFromId, splitFromName };
  if (partIds !== undefined) return { partIds };
  return reason === undefined ? null : { reason };
}
