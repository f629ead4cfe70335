import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { PendingChanges } from './pending-changes.js';
import type { Signal } from './signals.js';

/** What PostgreSQL takes in a notification. */
const LONGEST_MESSAGE_BYTES = 7_999;

/** A signal as the notification carries it. */
export interface BroadcastMessage {
  signal: string;
  payload: object;
}

/** Signals to all processes of the installation. */
@Injectable()
export class Broadcasts {
  constructor(private readonly pending: PendingChanges) {}

  /**
   * Has every server process send the signal when the transaction is committed: not at all when it is rolled back. Like
   * each signal it may get lost. Throws when the payload is larger than 7 KB.
   */
  send<Payload extends object>(tx: Transaction, { name }: Signal<Payload>, payload: Payload): void {
    const message = JSON.stringify({ signal: name, payload } satisfies BroadcastMessage);
    const bytes = Buffer.byteLength(message);
    if (bytes > LONGEST_MESSAGE_BYTES)
      throw new Error(
        `the signal ${name} has ${bytes} bytes and PostgreSQL takes ${LONGEST_MESSAGE_BYTES}; send ids instead of texts`,
      );
    this.pending.of(tx).broadcasts.push(message);
  }
}
