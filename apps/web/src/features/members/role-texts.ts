import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

export type GivenRole = 'admin' | 'member' | 'viewer';
export type MemberRole = GivenRole | 'owner';

export const ROLE_NAMES: Record<MemberRole, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
  viewer: msg`Viewer`,
};

/** What a role may do, for the form that gives it. */
export const ROLE_DESCRIPTIONS: Record<GivenRole, MessageDescriptor> = {
  admin: msg`Reads and changes documents, invites and removes members.`,
  member: msg`Reads and changes documents, tags, properties and rules.`,
  viewer: msg`Reads everything and changes nothing.`,
};

export const GIVEN_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly GivenRole[];
