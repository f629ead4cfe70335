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
  admin: msg`Can change documents, and invite and remove members.`,
  member: msg`Can change documents, tags, properties and rules.`,
  viewer: msg`Can see everything but change nothing.`,
};

export const GIVEN_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly GivenRole[];
