import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { PendingChanges, type EventDefinition } from '#libs/history';

/** Records events of features that do not pass a context yet: without actor, activity and counters. */
@Injectable()
export class EventLog {
  constructor(private readonly pending: PendingChanges) {}

  record<Payload extends object>(
    tx: Transaction,
    event: EventDefinition<Payload>,
    organizationId: string,
    payload: Payload,
  ): void {
    this.pending.of(tx).events.push({ organizationId, name: event.name, payload, by: undefined });
  }
}
