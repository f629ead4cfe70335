import { AuthConfig } from '#config/auth';
import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { userPreferences } from './migrations/0023-user-preferences.js';

export const authFeature = defineFeature({
  name: 'auth',
  config: [AuthConfig],
  migrations: [userPreferences],
  idPrefixes: {
    user: 'usr',
    apiKey: 'ak',
    session: 'auth_ses',
    account: 'auth_acc',
    verification: 'auth_ver',
  },
  // The contract lets API keys hold these before their features exist.
  permissions: [...definePermissions('intake-emails', ['create', 'read', 'update', 'delete'])],
  module: async () => (await import('#libs/auth')).AuthModule,
  http: async () => (await import('#http/auth')).AuthHttpModule,
});
