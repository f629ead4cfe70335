import { Injectable } from '@nestjs/common';
import { createId } from '#libs/kernel';
import type { Transaction } from '#libs/database';
import type { EventDefinition } from './event-definition.js';

interface PendingEvent {
  organizationId: string;
  name: string;
  payload: object;
}

/** The log of what happened in each organization, in the order of the commits. */
@Injectable()
export class EventLog {
  readonly #pending = new WeakMap<Transaction, PendingEvent[]>();

  /** Adds an event to the transaction: it exists when, and only when, the change it tells of is committed. */
  record<Payload extends object>(
    tx: Transaction,
    event: EventDefinition<Payload>,
    organizationId: string,
    payload: Payload,
  ): void {
    let pending = this.#pending.get(tx);
    if (!pending) {
      pending = [];
      this.#pending.set(tx, pending);
      const events = pending;
      tx.beforeCommit(() => this.#write(tx, events));
    }
    pending.push({ organizationId, name: event.name, payload });
  }

  /**
   * Positions are drawn under the lock of the organization row and as the last thing before the commit: whoever reads
   * up to a position can never miss one that commits later.
   */
  async #write(tx: Transaction, events: PendingEvent[]): Promise<void> {
    const organizations = [...new Set(events.map((event) => event.organizationId))].sort();
    for (const organizationId of organizations) {
      const own = events.filter((event) => event.organizationId === organizationId);
      await tx.sql.query(
        `with drawn as (
           update organization set event_position = event_position + $2 where id = $1 returning event_position - $2 as base
         )
         insert into event (id, created_at, organization_id, position, name, payload)
         select item.id, now(), $1, drawn.base + item.number, item.name, item.payload
         from drawn, rows from (unnest($3::text[]), unnest($4::text[]), unnest($5::jsonb[])) with ordinality
           as item(id, name, payload, number)`,
        [
          organizationId,
          own.length,
          own.map(() => createId('evt')),
          own.map((event) => event.name),
          own.map((event) => JSON.stringify(event.payload)),
        ],
      );
    }
  }
}
