import { Injectable } from '@nestjs/common';
import { kyselyOf, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { Page } from '#ground/kernel';
import type { CustomPropertyOption } from './custom-property.repository.js';
import type { CustomPropertyTables } from './custom-property.schema.js';

/** The statements on single options. The caller has found the property in the organization. */
@Injectable()
export class PropertyOptionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** In their order. */
  list(propertyId: string, page: Page): Promise<CustomPropertyOption[]> {
    return kyselyOf<CustomPropertyTables>(this.unitOfWork)
      .selectFrom('custom_property_option')
      .select([
        'id',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'property_id as propertyId',
        'name',
        'key',
        'display_order as displayOrder',
      ])
      .where('property_id', '=', propertyId)
      .orderBy('display_order')
      .orderBy('id')
      .$call(ofPage(page))
      .execute();
  }

  async insert(tx: Transaction, option: CustomPropertyOption): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx)
      .insertInto('custom_property_option')
      .values({
        id: option.id,
        created_at: option.createdAt,
        updated_at: option.updatedAt,
        property_id: option.propertyId,
        name: option.name,
        key: option.key,
        display_order: option.displayOrder,
      })
      .execute();
  }

  async rename(
    tx: Transaction,
    { id, propertyId, name, key, updatedAt }: Omit<CustomPropertyOption, 'createdAt' | 'displayOrder'>,
  ): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx)
      .updateTable('custom_property_option')
      .set({ name, key, updated_at: updatedAt })
      .where('property_id', '=', propertyId)
      .where('id', '=', id)
      .execute();
  }

  /** The values that are this option go with it. */
  async delete(tx: Transaction, propertyId: string, optionId: string): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx)
      .deleteFrom('custom_property_option')
      .where('property_id', '=', propertyId)
      .where('id', '=', optionId)
      .execute();
  }
}
