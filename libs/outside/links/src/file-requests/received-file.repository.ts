import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { FileRequestTables } from './file-request.schema.js';

/** A file that came in, as members see it. */
export interface LoggedFile {
  id: string;
  receivedAt: Date;
  /** The document may have been purged since. */
  documentId: string;
  isDuplicate: boolean;
  name: string;
  size: number;
  senderName: string | null;
  address: string;
}

export type NewLoggedFile = Omit<LoggedFile, 'id' | 'receivedAt'> & { fileRequestId: string };

/** What came in through file requests. */
@Injectable()
export class ReceivedFileRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Logs a file and counts it. The caller has locked the request, so no other file is counted at the same time. */
  async add(tx: Transaction, file: NewLoggedFile): Promise<void> {
    // Raw: it counts and writes in one.
    await tx.sql.query(
      `with counted as (
         update file_request set files_count = files_count + 1, last_received_at = clock_timestamp() where id = $2
         returning last_received_at)
       insert into file_request_file (id, file_request_id, received_at, document_id, is_duplicate, name, size,
         sender_name, address)
       select $1, $2, last_received_at, $3, $4, $5, $6, $7, $8 from counted`,
      [
        createId('frq_file'),
        file.fileRequestId,
        file.documentId,
        file.isDuplicate,
        file.name,
        file.size,
        file.senderName,
        file.address,
      ],
    );
  }

  /** Newest first. */
  list({ organizationId }: OrganizationScope, fileRequestId: string, page: Page): Promise<LoggedFile[]> {
    return kyselyOf<FileRequestTables>(this.unitOfWork)
      .selectFrom('file_request_file as f')
      .innerJoin('file_request as r', 'r.id', 'f.file_request_id')
      .select([
        'f.id',
        'f.received_at as receivedAt',
        'f.document_id as documentId',
        'f.is_duplicate as isDuplicate',
        'f.name',
        sql<number>`f.size::float8`.as('size'),
        'f.sender_name as senderName',
        'f.address',
      ])
      .where('r.organization_id', '=', organizationId)
      .where('f.file_request_id', '=', fileRequestId)
      .orderBy('f.received_at', 'desc')
      .orderBy('f.id', 'desc')
      .limit(page.pageSize)
      .offset(page.pageIndex * page.pageSize)
      .execute();
  }
}
