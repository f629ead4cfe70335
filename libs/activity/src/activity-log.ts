import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { PendingChanges, type ActivityEvent } from '#libs/history';

interface Entry {
  documentId: string;
  event: ActivityEvent;
  /** Missing for what the server did by itself. */
  userId?: string | undefined;
  tagId?: string;
  data?: { updatedFields: string[] };
}

/** Records activity of features that do not pass a context yet. */
@Injectable()
export class ActivityLog {
  constructor(private readonly pending: PendingChanges) {}

  record(tx: Transaction, entries: readonly Entry[]): Promise<void> {
    const { activity } = this.pending.of(tx);
    for (const { documentId, event, userId = null, tagId, data } of entries) {
      activity.push({ documentId, kind: event, userId, tagId, updatedFields: data?.updatedFields });
    }
    return Promise.resolve();
  }
}
