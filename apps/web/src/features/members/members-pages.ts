/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { OrganizationInvitationsPage } from './invitations-page';
export { InvitePage } from './invite-page';
export { MembersPage } from './members-page';
