import { defineFeature } from '#libs/feature';
import { secondFactor } from './migrations/0032-second-factor.js';

export const secondFactorFeature = defineFeature({
  name: 'second-factor',
  idPrefixes: { twoFactor: 'auth_2fa', passkey: 'auth_psk' },
  migrations: [secondFactor],
  module: async () => (await import('#libs/second-factor')).SecondFactorModule,
  http: async () => (await import('#http/second-factor')).SecondFactorHttpModule,
});
