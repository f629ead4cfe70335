import type { Signal } from '#ground/history';

/** The chain of the entries that belong to no organization. */
export const INSTANCE_CHAIN = 'instance';

/** The id of the chain of an organization, or of the installation. */
export const chainOf = (organizationId: string | null): string => organizationId ?? INSTANCE_CHAIN;

/** Entries of a chain wait to be sealed. */
export const AuditRecorded: Signal<{ chainId: string }> = { name: 'audit.recorded' };
