import { defineFeature } from '#ground/features';
import { secondFactor } from './migrations/0032-second-factor.js';

export const secondFactorFeature = defineFeature({
  name: 'second-factor',
  idPrefixes: { twoFactor: 'auth_2fa', passkey: 'auth_psk' },
  migrations: [secondFactor],
  module: async () => (await import('#people/second-factor')).SecondFactorModule,
  http: async () => (await import('#people/second-factor/http')).SecondFactorHttpModule,
});
