import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';

export const tagsFeature = defineFeature({
  name: 'tags',
  idPrefixes: { tag: 'tag' },
  permissions: definePermissions('tags', ['create', 'read', 'update', 'delete']),
  module: async () => (await import('#libs/tags')).TagsModule,
  http: async () => (await import('#http/tags')).TagsHttpModule,
});
