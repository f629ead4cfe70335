import { Injectable } from '@nestjs/common';
import { AuditQuery, type ShownEntry } from './audit-query.repository.js';
import { descriptionOfAction } from './action-descriptions.js';
import { csvRow } from './csv.js';
import { hashedFields } from './sealed-entry.js';

/** Entries that one statement reads, and one piece of the export holds. */
const PAGE = 500;

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportSelection {
  chainId: string;
  format: ExportFormat;
  from?: Date | undefined;
  to?: Date | undefined;
}

const COLUMNS = [
  ...['sequence', 'createdAt', 'action', 'description', 'actorType', 'actorName', 'actorEmail', 'actorUserId'],
  ...['actorApiKeyId', 'actorReason', 'address', 'userAgent', 'targetType', 'targetId', 'targetName', 'details'],
  ...['organizationId', 'requestId', 'id', 'chainId', 'previousHash', 'hash'],
];

/** Writes entries to be kept elsewhere, oldest first and without gaps, page by page. */
@Injectable()
export class ExportEntries {
  constructor(private readonly entries: AuditQuery) {}

  async *execute({ chainId, format, from, to }: ExportSelection): AsyncGenerator<string> {
    const { after, upTo } = await this.entries.range({ chainId, from, to });
    if (format === 'csv') yield csvRow(COLUMNS);
    const write = format === 'csv' ? csvOf : jsonLineOf;
    for (let last = after; last < upTo;) {
      const page = await this.entries.following(chainId, { after: last, upTo }, PAGE);
      if (page.length === 0) return;
      yield page.map(write).join('');
      last = page.at(-1)?.sequence ?? upTo;
    }
  }
}

/** Returns a line with all that is hashed, the hash, and what makes the line readable. */
function jsonLineOf(entry: ShownEntry): string {
  const { hash, action, actorName, actorEmail } = entry;
  const shown = { description: descriptionOfAction(action), actorName, actorEmail };
  return `${JSON.stringify({ ...hashedFields(entry), hash, ...shown })}\n`;
}

function csvOf(entry: ShownEntry): string {
  const { actor, target } = entry;
  return csvRow([
    ...[String(entry.sequence), entry.createdAt.toISOString(), entry.action, descriptionOfAction(entry.action)],
    ...[actor.type, entry.actorName, entry.actorEmail, actor.userId, actor.apiKeyId, actor.reason],
    ...[entry.address, entry.userAgent, target?.type, target?.id, target?.name, JSON.stringify(entry.details)],
    ...[entry.organizationId, entry.requestId, entry.id, entry.chainId, entry.previousHash, entry.hash],
  ]);
}
