import { SignInProvidersConfig } from '#config/sign-in-providers';
import { defineFeature } from '#libs/feature';

export const signInProvidersFeature = defineFeature({
  name: 'sign-in-providers',
  config: [SignInProvidersConfig],
  module: async () => (await import('#libs/sign-in-providers')).SignInProvidersModule,
  http: async () => (await import('#http/sign-in-providers')).SignInProvidersHttpModule,
});
