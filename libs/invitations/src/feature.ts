import { defineFeature } from '#libs/feature';
import { invitations } from './migrations/0021-invitations.js';

export const invitationsFeature = defineFeature({
  name: 'invitations',
  idPrefixes: { invitation: 'org_inv', sentInvitation: 'org_inv_snt' },
  migrations: [invitations],
  module: async () => (await import('#libs/invitations')).InvitationsModule,
  http: async () => (await import('#http/invitations')).InvitationsHttpModule,
  worker: async () => (await import('#worker/invitations')).InvitationsWorkerModule,
});
