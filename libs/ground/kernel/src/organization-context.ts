import type { Actor, SystemReason } from './actor.js';

/** The roles of members, from the most to the least rights. A viewer reads and changes nothing. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The actor of a change before an organization is known. */
export interface ActorContext<Who extends Actor = Actor> {
  readonly actor: Who;
  /** The id of the HTTP request; `undefined` for jobs and commands. */
  readonly requestId: string | undefined;
}

/** The actor and the organization: the first parameter of every function that touches data of an organization. */
export interface OrganizationContext extends ActorContext {
  readonly organizationId: string;
  readonly role: Role | 'system';
  /** The zone of the viewer, in which the days of instants begin in a search; without it, that of the server. */
  readonly timeZone?: string;
}

/** The part of the context that a read needs. */
export type OrganizationScope = Pick<OrganizationContext, 'organizationId'>;

/** Returns the context of jobs, schedules and commands. */
export function systemContext(organizationId: string, reason: SystemReason): OrganizationContext {
  return { organizationId, actor: { via: 'system', reason }, role: 'system', requestId: undefined };
}

/** Returns the context of a viewer in this zone, if one is given. */
export function inTimeZone(
  ctx: OrganizationContext,
  { timeZone }: { timeZone?: string | undefined },
): OrganizationContext {
  return timeZone === undefined ? ctx : { ...ctx, timeZone };
}

/** Returns the user that a change is attributed to; `null` for the server itself. */
export function userIdOf({ actor }: ActorContext): string | null {
  return actor.via === 'system' ? null : actor.userId;
}
