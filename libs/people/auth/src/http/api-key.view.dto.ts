import type { Permission } from '#ground/http-kit';
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

export class CurrentApiKeyResponse {
  apiKey!: CurrentApiKeyView;
}

export class CreatedApiKeyResponse {
  apiKey!: CreatedApiKeyView;
  /** Shown this once. */
  token!: string;
}

export class ApiKeysResponse {
  apiKeys!: ApiKeyView[];
}

/** Keys are made with permissions of the list only. */
export function currentApiKeyView(key: {
  id: string;
  name: string;
  permissions: readonly string[];
}): CurrentApiKeyView {
  return { id: key.id, name: key.name, permissions: key.permissions as Permission[] };
}

export function createdApiKeyView(apiKey: ApiKey): CreatedApiKeyView {
  const { createdAt, updatedAt, prefix, userId, lastUsedAt, expiresAt, allOrganizations } = apiKey;
  return {
    ...currentApiKeyView(apiKey),
    createdAt,
    updatedAt,
    prefix,
    userId,
    lastUsedAt: lastUsedAt ?? null,
    expiresAt: expiresAt ?? null,
    allOrganizations,
  };
}

export function apiKeyView({ apiKey, organizations }: ApiKeyWithOrganizations): ApiKeyView {
  return { ...createdApiKeyView(apiKey), organizations };
}
