import { defineEvent } from '#ground/history';

/** Without the address: the list of invitations, which only admins read, has it. */
interface InvitationFacts {
  invitationId: string;
  role: 'admin' | 'member' | 'viewer';
}

export const InvitationCreated = defineEvent<InvitationFacts>('invitation:created', {
  description: 'An e-mail address was invited to the organization.',
});
export const InvitationResent = defineEvent<InvitationFacts>('invitation:resent', {
  description: 'An invitation that had ended was sent again.',
});
export const InvitationAccepted = defineEvent<InvitationFacts>('invitation:accepted', {
  description: 'An invitation was accepted; the user is a member now.',
});
export const InvitationRejected = defineEvent<InvitationFacts>('invitation:rejected', {
  description: 'An invitation was rejected by the person invited.',
});
export const InvitationCancelled = defineEvent<InvitationFacts>('invitation:cancelled', {
  description: 'An invitation was withdrawn.',
});
export const InvitationExpired = defineEvent<InvitationFacts>('invitation:expired', {
  description: 'An invitation was not answered in time.',
});
