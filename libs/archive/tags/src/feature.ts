import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { tagCounts } from './migrations/0043-tag-counts.js';
import { tagNameKeys } from './migrations/0057-tag-name-keys.js';
import { nestedTags } from './migrations/0081-nested-tags.js';

export const tagsFeature = defineFeature({
  name: 'tags',
  idPrefixes: { tag: 'tag' },
  permissions: definePermissions('tags', ['create', 'read', 'update', 'delete']),
  migrations: [tagCounts, tagNameKeys, nestedTags],
  module: async () => (await import('#archive/tags')).TagsModule,
  http: async () => (await import('./http/tags-http.module.js')).TagsHttpModule,
  worker: async () => (await import('./worker/tags-worker.module.js')).TagsWorkerModule,
});
