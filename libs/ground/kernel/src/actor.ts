/** A signed-in user with all rights of the user. */
export interface SessionActor {
  readonly via: 'session';
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
}

/** A program with an API key of a user: has the permissions of the key. */
export interface ApiKeyActor {
  readonly via: 'api-key';
  readonly userId: string;
  readonly apiKeyId: string;
  readonly permissions: readonly string[];
  /** The organizations that the key is bound to; `undefined` when it reaches all organizations of its user. */
  readonly organizationIds: readonly string[] | undefined;
}

/** The reason of changes that a plugin makes, by the id of the plugin: `plugin:subscriber-chat`. */
export type PluginReason = `plugin:${string}`;

/** Why the server acts without a user. */
export type SystemReason =
  | PluginReason
  | 'agenda'
  | 'auto-tagger'
  | 'command'
  | 'date-detection'
  | 'document-codes'
  | 'extraction'
  | 'file-request'
  | 'intake'
  | 'invoice-details'
  | 'learned-filing'
  | 'retention'
  | 'share-link'
  | 'sign-in'
  | 'subscriber'
  | 'tagging-rule'
  | 'webhooks';

/** The server itself. */
export interface SystemActor {
  readonly via: 'system';
  readonly reason: SystemReason;
}

/** The caller of a request. */
export type UserActor = ApiKeyActor | SessionActor;

export type Actor = SystemActor | UserActor;
