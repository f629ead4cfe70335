export { AnswerInvitations, type ReceivedInvitation } from './answer-invitations.js';
export { ExpireInvitations } from './expire-invitations.js';
export { InvitationMail } from './invitation-mail.js';
export { InvitationRepository, type Invitation } from './invitation.repository.js';
export type { InvitationStatus } from './invitation.schema.js';
export * from './invitations.errors.js';
export * from './invitations.events.js';
export { InvitationsModule } from './invitations.module.js';
export { SendInvitations } from './send-invitations.js';
