import { Injectable } from '@nestjs/common';
import { kyselyOf, UnitOfWork } from '#libs/database';
import type { OrganizationScope } from '#libs/kernel';
import type { WebhookTables } from './webhook.schema.js';

/** The webhooks of an organization and what users set in them. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async count({ organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
