import type { Permission } from '#libs/http-kit';
import type { ApiKey } from '../api-key.entity.js';
import type { ApiKeyWithOrganizations } from '../api-key.repository.js';

export class CurrentApiKeyView {
  id!: string;
  name!: string;
  permissions!: Permission[];
}

export class CreatedApiKeyView extends CurrentApiKeyView {
  createdAt!: Date;
  updatedAt!: Date;
  /** The first characters of the token. */
  prefix!: string;
  userId!: string;
  lastUsedAt!: Date | null;
  expiresAt!: Date | null;
  allOrganizations!: boolean;
}

export class OrganizationOfKeyView {
  id!: string;
  createdAt!: Date;
  updatedAt!: Date;
  name!: string;
  customerId!: string | null;
  deletedAt!: Date | null;
  deletedBy!: string | null;
  scheduledPurgeAt!: Date | null;
}

export class ApiKeyView extends CreatedApiKeyView {
  /** Empty when the key reaches all organizations of its user. */
  organizations!: OrganizationOfKeyView[];
}

export class CurrentApiKeyAnswer {
  apiKey!: CurrentApiKeyView;
}

export class CreatedApiKeyAnswer {
  apiKey!: CreatedApiKeyView;
  /** Shown this once. */
  token!: string;
}

export class ApiKeysAnswer {
  apiKeys!: ApiKeyView[];
}

export function viewCurrentApiKey({ id, name, permissions }: ApiKey): CurrentApiKeyView {
  return { id, name, permissions };
}

export function viewCreatedApiKey(apiKey: ApiKey): CreatedApiKeyView {
  const { createdAt, updatedAt, prefix, userId, lastUsedAt, expiresAt, allOrganizations } = apiKey;
  return {
    ...viewCurrentApiKey(apiKey),
    createdAt,
    updatedAt,
    prefix,
    userId,
    lastUsedAt: lastUsedAt ?? null,
    expiresAt: expiresAt ?? null,
    allOrganizations,
  };
}

export function viewApiKey({ apiKey, organizations }: ApiKeyWithOrganizations): ApiKeyView {
  return { ...viewCreatedApiKey(apiKey), organizations };
}
