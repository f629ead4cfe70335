import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { ActivityEvent } from './event-definition.js';

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

/** As text: the documents, users and tags are of rooms above. */
const OF_DOCUMENT = `from document_activity a join document d on d.id = a.document_id
  where d.organization_id = $1 and a.document_id = $2`;

/** What happened to a document, for people. */
@Injectable()
export class DocumentActivity {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first. */
  list({ organizationId }: OrganizationScope, documentId: string, page: Page): Promise<ActivityEntry[]> {
    return sqlOver(this.unitOfWork.db).query<ActivityEntry>(
      `select a.id, a.created_at as "createdAt", a.document_id as "documentId", a.event, a.event_data as "eventData",
         a.user_id as "userId", a.tag_id as "tagId",
         case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as "user",
         case when t.id is not null then
           jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color, 'description', t.description) end as tag
       from (select a.* ${OF_DOCUMENT} order by a.created_at desc, a.id desc limit $3 offset $4) a
       left join "user" u on u.id = a.user_id left join tag t on t.id = a.tag_id
       order by a.created_at desc, a.id desc`,
      [organizationId, documentId, page.pageSize, page.pageIndex * page.pageSize],
    );
  }

  async count({ organizationId }: OrganizationScope, documentId: string): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count ${OF_DOCUMENT}`,
      [organizationId, documentId],
    );
    return row?.count ?? 0;
  }
}
