import { createHash } from 'node:crypto';
import type { IntakeFile, IntakeResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Lease, type Transaction } from '#ground/database';
import type { IntakeFileTables } from './intake-file.schema.js';

/** The configured intake that a file comes from. */
export interface IntakeSource {
  pluginId: string;
  instance: string;
  /** With it, results are written only while no other process runs this intake. */
  lease?: Pick<Lease, 'guard'>;
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
    const row = await kyselyOf<IntakeFileTables>(this.unitOfWork)
      .selectFrom('intake_file')
      .select(['outcome', 'document_id as documentId', 'reason'])
      .where('plugin_id', '=', pluginId)
      .where('instance', '=', instance)
      .where('key_hash', '=', keyHashOf(file))
      .$castTo<Row>()
      .executeTakeFirst();
    if (!row) return undefined;
    const { outcome, documentId, reason } = row;
    return outcome === 'refused' ? { outcome, reason } : { outcome, documentId };
  }

  /** Throws {@link TakenMeanwhile} when the file has a result already; `again`: one that is not a refusal. */
  async record(
    tx: Transaction,
    { pluginId, instance, lease }: IntakeSource,
    file: FileKey,
    result: IntakeResult,
    { again = false } = {},
  ): Promise<IntakeResult> {
    await lease?.guard(tx);
    const { documentId = null, reason = null } = result as Partial<Row>;
    const recorded = await kyselyOf<IntakeFileTables>(tx)
      .insertInto('intake_file')
      .values({
        ...{ plugin_id: pluginId, instance, key_hash: keyHashOf(file), organization_id: file.organizationId },
        ...{ outcome: result.outcome, document_id: documentId, reason },
      })
      .onConflict((conflict) =>
        conflict
          .columns(['plugin_id', 'instance', 'key_hash'])
          .doUpdateSet((row) => ({
            outcome: row.ref('excluded.outcome'),
            document_id: row.ref('excluded.document_id'),
            reason: row.ref('excluded.reason'),
          }))
          .where(sql<boolean>`${again} and intake_file.outcome = 'refused'`),
      )
      .returning('key_hash')
      .execute();
    if (recorded.length === 0) throw new TakenMeanwhile();
    return result;
  }
}

/** Includes the organization: what was refused for a wrong one can be taken for the right one. */
export function keyHashOf({ organizationId, key }: FileKey): string {
  return createHash('sha256').update(`${organizationId}\n${key}`).digest('hex');
}
