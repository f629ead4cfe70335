import type { IntakeContext } from '@archivolt/plugin-kit';
import type { ImapConfig } from './imap.config.js';

/** Throws when the organization of the settings does not exist, or was deleted. */
export async function assertOrganization(
  { organizationId }: Pick<ImapConfig, 'organizationId'>,
  { hasOrganization }: Pick<IntakeContext, 'hasOrganization'>,
): Promise<void> {
  if (organizationId === undefined || (await hasOrganization(organizationId))) return;
  throw new Error(`there is no organization ${organizationId}. Remedy: correct INTAKE_IMAP_ORGANIZATION_ID`);
}
