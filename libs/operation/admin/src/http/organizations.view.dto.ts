import type { CounterValues } from '#ground/history';
import type { DateTime, Integer } from '#ground/http-kit';
import type { DirectoryOrganization, OrganizationFacts } from '#people/organizations';
import type { DocumentStatisticsView } from './document-statistics.js';
import type { AdminUserView } from './users.view.dto.js';

export class AdminOrganizationFacts {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  name!: string;
  customerId!: string | null;
  deletedAt!: DateTime | null;
  deletedBy!: string | null;
  scheduledPurgeAt!: DateTime | null;
}

export class AdminOrganizationView extends AdminOrganizationFacts {
  memberCount!: Integer;
  /** Documents that are not in the trash. */
  documentsCount!: Integer;
  /** Bytes of all its files, those in the trash included. */
  documentsSize!: Integer;
  /** Null when the account of the owner is gone. */
  ownerName!: string | null;
}

export class AdminOrganizationsPage {
  /** Newest first. */
  organizations!: AdminOrganizationView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
}

export interface AdminOrganizationResponse {
  organization: AdminOrganizationView;
}

export class AdminMemberView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  userId!: string;
  role!: string;
  user!: AdminUserView;
}

export interface AdminMembersResponse {
  /** Oldest first. */
  members: AdminMemberView[];
}

export interface OrganizationStatisticsResponse {
  stats: DocumentStatisticsView;
}

export function adminOrganizationFacts(organization: OrganizationFacts): AdminOrganizationFacts {
  const { id, createdAt, updatedAt, name, customerId, deletedAt, deletedBy, scheduledPurgeAt } = organization;
  return {
    id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    name,
    customerId: customerId ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    deletedBy: deletedBy ?? null,
    scheduledPurgeAt: scheduledPurgeAt?.toISOString() ?? null,
  };
}

export function adminOrganizationView(
  organization: DirectoryOrganization,
  { counters, ownerName }: { counters: CounterValues | undefined; ownerName: string | undefined },
): AdminOrganizationView {
  return {
    ...adminOrganizationFacts(organization),
    memberCount: organization.memberCount,
    documentsCount: counters?.activeDocuments ?? 0,
    documentsSize: (counters?.activeBytes ?? 0) + (counters?.trashedBytes ?? 0),
    ownerName: ownerName ?? null,
  };
}
