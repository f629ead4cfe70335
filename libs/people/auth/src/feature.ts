import { AuthConfig } from '#config/auth';
import { defineFeature } from '#ground/features';
import { userPreferences } from './migrations/0023-user-preferences.js';
import { secondFactor } from './migrations/0032-second-factor.js';
import { disabledUsers } from './migrations/0034-disabled-users.js';

export const authFeature = defineFeature({
  name: 'auth',
  migrations: [userPreferences, disabledUsers, secondFactor],
  config: [AuthConfig],
  idPrefixes: {
    user: 'usr',
    apiKey: 'ak',
    session: 'auth_ses',
    account: 'auth_acc',
    verification: 'auth_ver',
    twoFactor: 'auth_2fa',
    passkey: 'auth_psk',
  },
  module: async () => (await import('#people/auth')).AuthModule,
  http: async () => (await import('./http/auth-http.module.js')).AuthHttpModule,
});
