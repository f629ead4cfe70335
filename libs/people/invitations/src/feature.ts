import { defineFeature } from '#ground/features';
import { invitations } from './migrations/0021-invitations.js';

export const invitationsFeature = defineFeature({
  name: 'invitations',
  idPrefixes: { invitation: 'org_inv', sentInvitation: 'org_inv_snt' },
  migrations: [invitations],
  module: async () => (await import('#people/invitations')).InvitationsModule,
  http: async () => (await import('#people/invitations/http')).InvitationsHttpModule,
  worker: async () => (await import('#people/invitations/worker')).InvitationsWorkerModule,
});
