import { Injectable } from '@nestjs/common';
import { CustomPropertiesService, offersOptions } from '#archive/properties';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';

export interface UsedProperty {
  documentsCount: number;
  options: { optionId: string; documentsCount: number }[];
}

/** Counts the values of a custom property. */
@Injectable()
export class PropertyUsage {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly properties: CustomPropertiesService,
  ) {}

  async of(ctx: OrganizationContext, propertyId: string): Promise<UsedProperty> {
    const { type } = await this.properties.get(ctx, propertyId);
    const sql = sqlOver(this.unitOfWork.db);
    const [[row], options] = await Promise.all([
      sql.query<{ count: number }>(
        `select count(*)::int as count
         from (select document_id from document_custom_property where property_id = $1 group by document_id) v`,
        [propertyId],
      ),
      offersOptions(type)
        ? sql.query<{ optionId: string; documentsCount: number }>(
            `select option_id as "optionId", count(*)::int as "documentsCount" from document_custom_property
             where property_id = $1 and option_id is not null group by option_id order by option_id`,
            [propertyId],
          )
        : [],
    ]);
    return { documentsCount: row?.count ?? 0, options };
  }
}
