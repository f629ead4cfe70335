import type { OrganizationFacts } from '../organization.repository.js';

export class OrganizationView {
  id!: string;
  createdAt!: Date;
  updatedAt!: Date;
  name!: string;
  customerId!: string | null;
  deletedAt!: Date | null;
  deletedBy!: string | null;
  scheduledPurgeAt!: Date | null;
}

export class OrganizationResponse {
  organization!: OrganizationView;
}

export class OrganizationsResponse {
  organizations!: OrganizationView[];
}

export function organizationView(organization: OrganizationFacts): OrganizationView {
  const { id, createdAt, updatedAt, name, customerId, deletedAt, deletedBy, scheduledPurgeAt } = organization;
  return {
    id,
    createdAt,
    updatedAt,
    name,
    customerId: customerId ?? null,
    deletedAt: deletedAt ?? null,
    deletedBy: deletedBy ?? null,
    scheduledPurgeAt: scheduledPurgeAt ?? null,
  };
}
