import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';

/** What clients keep for a user, such as the theme. The server does not read it. */
export const userPreferences = defineEntity({
  name: 'UserPreferences',
  tableName: 'user_preferences',
  properties: {
    userId: idColumn().primary(),
    updatedAt: dateColumn(),
    preferences: p.json<object>().columnType('json'),
  },
});

export interface UserPreferencesTables {
  user_preferences: InferKyselyTable<typeof userPreferences>;
}
