import { defineFeature } from '#ground/features';

export const signInMailsFeature = defineFeature({
  name: 'sign-in-mails',
  module: async () => (await import('#people/sign-in-mails')).SignInMailsModule,
  http: async () => (await import('#people/sign-in-mails/http')).SignInMailsHttpModule,
});
