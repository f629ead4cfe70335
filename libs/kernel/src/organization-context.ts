import type { Actor, SystemReason } from './actor.js';

/** What a member may do in an organization, most first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Who acts, where no organization is known yet. */
export interface ActorContext<Who extends Actor = Actor> {
  readonly actor: Who;
  /** Of the HTTP request; `undefined` for jobs and commands. */
  readonly requestId: string | undefined;
}

/** Who acts in which organization: the first parameter of everything that touches data of an organization. */
export interface OrganizationContext extends ActorContext {
  readonly organizationId: string;
  readonly role: Role | 'system';
}

/** All that a mere read needs to know. */
export type OrganizationScope = Pick<OrganizationContext, 'organizationId'>;

/** The context of jobs, schedules and commands. */
export function systemContext(organizationId: string, reason: SystemReason): OrganizationContext {
  return { organizationId, actor: { via: 'system', reason }, role: 'system', requestId: undefined };
}

/** The user that a change is attributed to; `null` for the server itself. */
export function userIdOf({ actor }: ActorContext): string | null {
  return actor.via === 'system' ? null : actor.userId;
}
