import { defineFeature } from '#libs/feature';

export const signInMailsFeature = defineFeature({
  name: 'sign-in-mails',
  module: async () => (await import('#libs/sign-in-mails')).SignInMailsModule,
  http: async () => (await import('#http/sign-in-mails')).SignInMailsHttpModule,
});
