import { Injectable } from '@nestjs/common';
import { createId, type Page } from '#libs/kernel';
import { UnitOfWork, sqlOver, type Transaction } from '#libs/database';

export type ActivityEvent = 'created' | 'deleted' | 'restored' | 'tagged' | 'untagged' | 'updated';

interface Entry {
  documentId: string;
  event: ActivityEvent;
  /** Missing for what the server did by itself. */
  userId?: string | undefined;
  tagId?: string;
  data?: { updatedFields: string[] };
}

/** An entry as the API shows it. */
export interface ActivityEntry {
  id: string;
  createdAt: Date;
  documentId: string;
  event: ActivityEvent;
  eventData: object | null;
  userId: string | null;
  tagId: string | null;
  user: { id: string; name: string } | null;
  tag: { id: string; name: string; color: string; description: string | null } | null;
}

/** What happened to each document, for people. */
@Injectable()
export class ActivityLog {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds entries to the transaction of the change itself. */
  async record(tx: Transaction, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await tx.sql.query(
      `insert into document_activity (id, created_at, document_id, event, event_data, user_id, tag_id)
       select id, clock_timestamp(), document_id, event, event_data, user_id, tag_id
       from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[])
         as entry(id, document_id, event, event_data, user_id, tag_id)`,
      [
        entries.map(() => createId('doc_act')),
        entries.map((entry) => entry.documentId),
        entries.map((entry) => entry.event),
        entries.map((entry) => (entry.data ? JSON.stringify(entry.data) : null)),
        entries.map((entry) => entry.userId ?? null),
        entries.map((entry) => entry.tagId ?? null),
      ],
    );
  }

  /** Newest first. */
  async list(documentId: string, page: Page): Promise<ActivityEntry[]> {
    return sqlOver(this.unitOfWork.db).query<ActivityEntry>(
      `select a.id, a.created_at as "createdAt", a.document_id as "documentId", a.event, a.event_data as "eventData",
         a.user_id as "userId", a.tag_id as "tagId",
         case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as "user",
         case when t.id is not null then
           jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color, 'description', t.description) end as tag
       from document_activity a left join "user" u on u.id = a.user_id left join tag t on t.id = a.tag_id
       where a.document_id = $1 order by a.created_at desc, a.id desc limit $2 offset $3`,
      [documentId, page.pageSize, page.pageIndex * page.pageSize],
    );
  }

  async count(documentId: string): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      'select count(*)::int as count from document_activity where document_id = $1',
      [documentId],
    );
    return row?.count ?? 0;
  }
}
