import { SignInProvidersConfig } from '#config/sign-in-providers';
import { defineFeature } from '#ground/features';

export const signInProvidersFeature = defineFeature({
  name: 'sign-in-providers',
  config: [SignInProvidersConfig],
  module: async () => (await import('#people/sign-in-providers')).SignInProvidersModule,
  http: async () => (await import('./http/sign-in-providers-http.module.js')).SignInProvidersHttpModule,
});
