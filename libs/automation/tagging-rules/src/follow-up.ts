import type { Role } from '#ground/kernel';

export const FOLLOW_UP_KINDS = ['notify', 'webhook', 'share-link'] as const;
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number];

/** What follows, once for each rule and document, when a rule matches: after the commit, and never undone. */
export type FollowUp =
  /** A mail to all members with this role or a higher one. */
  | { kind: 'notify'; role: Role }
  /** A mail to these users, as far as they are members then. */
  | { kind: 'notify'; userIds: readonly string[] }
  /** The event `document:rule-matched`. */
  | { kind: 'webhook' }
  /** A share link without a password. */
  | { kind: 'share-link'; expiresInDays: number };

/** Whom one follow-up can name. */
export const MOST_NOTIFIED_USERS = 50;
export const MOST_DAYS_OF_LINK = 365;

/** The follow-up of this kind, of which a rule has at most one. */
export function followUpOf<Kind extends FollowUpKind>(
  followUps: readonly FollowUp[] | undefined,
  kind: Kind,
): Extract<FollowUp, { kind: Kind }> | undefined {
  return followUps?.find((one): one is Extract<FollowUp, { kind: Kind }> => one.kind === kind);
}
