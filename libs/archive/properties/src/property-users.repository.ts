import { Injectable } from '@nestjs/common';
import { PLAN_FOR_VALUES, sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

/** A member, as a query can name one. */
export interface NamedUser {
  name: string;
  email: string;
}

/** The users that values of properties can refer to, for search. Raw: they are to be planned for their values. */
@Injectable()
export class PropertyUsers {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * For each text, the ids of the users whose id, e-mail address or name it is, exactly: users that values of documents
   * refer to, also former members, and all members unless the actor may not see them.
   */
  async idsByText(
    { organizationId }: OrganizationScope,
    texts: readonly string[],
    { includeMembers }: { includeMembers: boolean },
  ): Promise<Map<string, string[]>> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ text: string; ids: string[] }>(
      `${PLAN_FOR_VALUES} select given.text, array_agg(u.id order by u.id) as ids
       from unnest($2::text[]) as given(text) join "user" u on given.text in (u.id, u.email, u.name)
       where $3 and exists (select from organization_member m where m.user_id = u.id and m.organization_id = $1)
         or exists (select from document_custom_property v join custom_property p on p.id = v.property_id
           where v.user_id = u.id and p.organization_id = $1)
       group by given.text`,
      [organizationId, texts, includeMembers],
    );
    return new Map(rows.map(({ text, ids }) => [text, ids]));
  }

  /** Up to `most` members of the organization, by name. */
  members({ organizationId }: OrganizationScope, most: number): Promise<NamedUser[]> {
    return sqlOver(this.unitOfWork.db).query<NamedUser>(
      `${PLAN_FOR_VALUES} select u.name, u.email from organization_member m join "user" u on u.id = m.user_id
       where m.organization_id = $1 order by lower(u.name), u.id limit $2`,
      [organizationId, most],
    );
  }
}
