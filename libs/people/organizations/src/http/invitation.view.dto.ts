import { organizationView, type OrganizationView } from './organization.view.dto.js';
import type { Invitation, ReceivedInvitation } from '#people/organizations';
import type { Integer } from '#ground/http-kit';

export class InvitationView {
  id!: string;
  createdAt!: Date;
  updatedAt!: Date;
  organizationId!: string;
  email!: string;
  role!: 'admin' | 'member' | 'viewer';
  status!: 'accepted' | 'cancelled' | 'expired' | 'pending' | 'rejected';
  expiresAt!: Date;
  /** Who sent it last; null when the user is gone. */
  inviterId!: string | null;
}

export class SentInvitationView extends InvitationView {
  /** The page where the person who is invited signs in and answers. */
  link!: string;
}

export class SentInvitationsResponse {
  invitations!: SentInvitationView[];
}

/** When the server sends no mails: what to pass on to the person who is invited. */
export class InvitationResponse {
  invitation!: InvitationView;
  /** The page where the person who is invited signs in and answers. */
  link!: string;
}

export class ReceivedInvitationView extends InvitationView {
  organization!: OrganizationView;
}

export class ReceivedInvitationsResponse {
  invitations!: ReceivedInvitationView[];
}

export class InvitationCountResponse {
  pendingInvitationsCount!: Integer;
}

export function invitationView(invitation: Invitation): InvitationView {
  const { id, createdAt, updatedAt, organizationId, email, role, status, expiresAt, inviterId } = invitation;
  return { id, createdAt, updatedAt, organizationId, email, role, status, expiresAt, inviterId };
}

export function receivedInvitationView({ organization, ...invitation }: ReceivedInvitation): ReceivedInvitationView {
  return { ...invitationView(invitation), organization: organizationView(organization) };
}
