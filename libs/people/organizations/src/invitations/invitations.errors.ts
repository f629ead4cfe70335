import { defineError } from '#ground/kernel';

export const InvitationNotFound = defineError('invitations.not-found', 'not_found', 'Invitation not found.');
export const InvitationNotPending = defineError(
  'invitations.not-pending',
  'invalid',
  'The invitation was answered or cancelled, or has expired.',
);
export const InvitationAlreadyExists = defineError(
  'organization.invitation_already_exists',
  'invalid',
  'There is already a pending invitation for this e-mail address.',
);
export const PendingInvitationLimitReached = defineError(
  'organization.pending_invitation_limit_reached',
  'conflict',
  'As many invitations of the organization wait for an answer as it may have (setting MAX_PENDING_INVITATIONS_PER_ORGANIZATION). Cancel one first.',
);
export const InvitationLimitReached = defineError(
  'user.organization_invitation_limit_reached',
  'rate_limited',
  'This user has sent as many invitations as one user may send within 24 hours.',
);
