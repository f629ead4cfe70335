import { createHash } from 'node:crypto';
import type { IntakeFile, IntakeResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';

/** The configured intake that a file comes from. */
export interface IntakeSource {
  pluginId: string;
  instance: string;
}

export type FileKey = Pick<IntakeFile, 'key' | 'organizationId'>;

interface Row {
  outcome: IntakeResult['outcome'];
  documentId: string;
  reason: string;
}

/** Thrown inside a transaction when another one has recorded the same file first. */
export class TakenMeanwhile extends Error {}

/** What became of the files of intakes. */
@Injectable()
export class IntakeFileRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find({ pluginId, instance }: IntakeSource, file: FileKey): Promise<IntakeResult | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<Row>(
      `select outcome, document_id as "documentId", reason from intake_file
       where plugin_id = $1 and instance = $2 and key_hash = $3`,
      [pluginId, instance, keyHashOf(file)],
    );
    if (!row) return undefined;
    const { outcome, documentId, reason } = row;
    return outcome === 'refused' ? { outcome, reason } : { outcome, documentId };
  }

  /** Throws {@link TakenMeanwhile} when the file has a result already; `again`: one that is not a refusal. */
  async record(
    tx: Transaction,
    { pluginId, instance }: IntakeSource,
    file: FileKey,
    result: IntakeResult,
    { again = false } = {},
  ): Promise<IntakeResult> {
    const { documentId = null, reason = null } = result as Partial<Row>;
    const recorded = await tx.sql.query(
      `insert into intake_file (plugin_id, instance, key_hash, organization_id, outcome, document_id, reason)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (plugin_id, instance, key_hash) do update
         set outcome = excluded.outcome, document_id = excluded.document_id, reason = excluded.reason
         where $8 and intake_file.outcome = 'refused'
       returning key_hash`,
      [pluginId, instance, keyHashOf(file), file.organizationId, result.outcome, documentId, reason, again],
    );
    if (recorded.length === 0) throw new TakenMeanwhile();
    return result;
  }
}

/** Includes the organization: what was refused for a wrong one can be taken for the right one. */
export function keyHashOf({ organizationId, key }: FileKey): string {
  return createHash('sha256').update(`${organizationId}\n${key}`).digest('hex');
}
