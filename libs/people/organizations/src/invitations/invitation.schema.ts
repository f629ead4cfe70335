import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { GivenRole } from '../members.js';

export type InvitationStatus = 'accepted' | 'cancelled' | 'expired' | 'pending' | 'rejected';

export const organizationInvitation = defineEntity({
  name: 'OrganizationInvitation',
  tableName: 'organization_invitation',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    /** In lower case. */
    email: textColumn(),
    role: textColumn().$type<GivenRole>(),
    /** One that is pending after `expiresAt` has expired, too. */
    status: textColumn().$type<InvitationStatus>(),
    expiresAt: dateColumn(),
    /** Who sent it last; null when the user is gone. */
    inviterId: idColumn().nullable(),
  },
});

/** Each time that a user sent an invitation, for the limit per day. */
export const sentInvitation = defineEntity({
  name: 'SentInvitation',
  tableName: 'sent_invitation',
  properties: {
    id: idColumn().primary(),
    userId: idColumn(),
    sentAt: dateColumn(),
  },
});

export interface InvitationTables {
  organization_invitation: InferKyselyTable<typeof organizationInvitation>;
  sent_invitation: InferKyselyTable<typeof sentInvitation>;
}
