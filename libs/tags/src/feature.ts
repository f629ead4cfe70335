import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { tagCounts } from './migrations/0043-tag-counts.js';

export const tagsFeature = defineFeature({
  name: 'tags',
  idPrefixes: { tag: 'tag' },
  permissions: definePermissions('tags', ['create', 'read', 'update', 'delete']),
  migrations: [tagCounts],
  module: async () => (await import('#libs/tags')).TagsModule,
  http: async () => (await import('#http/tags')).TagsHttpModule,
  worker: async () => (await import('#worker/tags')).TagsWorkerModule,
});
