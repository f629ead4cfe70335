import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { UNREAD_OUTCOMES } from '#capabilities/extraction';
import { OutdatedDocuments } from './outdated-documents.js';

/** Reports documents that no plugin could read, and that a plugin may read which is new. */
@Injectable()
@DiagnosticCheck()
export class UnreadDocumentsCheck implements Check {
  readonly name = 'unread documents';

  constructor(private readonly outdated: OutdatedDocuments) {}

  async run(): Promise<CheckResult> {
    const count = await this.outdated.countUnread();
    if (count === 0) return { status: 'ok', message: 'none that a newer plugin could read' };
    return {
      status: 'warning',
      message: `${count} ${count === 1 ? 'document' : 'documents'} without text may be read by plugins that are newer`,
      remedy: `\`npm run cli -- documents reprocess --outdated --outcome ${UNREAD_OUTCOMES.join(',')}\` reads them again.`,
    };
  }
}
