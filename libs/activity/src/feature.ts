import { defineFeature } from '#libs/feature';

export const activityFeature = defineFeature({
  name: 'activity',
  module: async () => (await import('#libs/activity')).ActivityModule,
});
