const GROUPS = [
  'organizations',
  'documents',
  'tags',
  'custom-properties',
  'tagging-rules',
  'webhooks',
  'document-views',
  'intake-emails',
] as const;
const VERBS = ['create', 'read', 'update', 'delete'] as const;

export type Permission = `${(typeof GROUPS)[number]}:${(typeof VERBS)[number]}` | 'events:read';

/** Everything an API key may be allowed to do. */
export const PERMISSIONS: readonly Permission[] = [
  ...GROUPS.flatMap((group) => VERBS.map((verb): Permission => `${group}:${verb}`)),
  'events:read',
];

/** Who sends a request. A session has all rights of its user; a key those it was given. */
export type Actor =
  | { via: 'session'; userId: string; sessionId: string; isAdmin: boolean }
  | {
      via: 'api-key';
      userId: string;
      apiKeyId: string;
      permissions: readonly Permission[];
      /** Organizations the key is bound to; `undefined` when it reaches all of its user's. */
      organizationIds: readonly string[] | undefined;
    };
