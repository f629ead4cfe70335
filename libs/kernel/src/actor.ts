/** A signed-in person: has all rights of the user. */
export interface SessionActor {
  readonly via: 'session';
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
}

/** A program with a key of a user: has the rights that the key was given. */
export interface ApiKeyActor {
  readonly via: 'api-key';
  readonly userId: string;
  readonly apiKeyId: string;
  readonly permissions: readonly string[];
  /** Organizations the key is bound to; `undefined` when it reaches all of its user's. */
  readonly organizationIds: readonly string[] | undefined;
}

/** Why the server acts on its own. */
export type SystemReason = 'command' | 'extraction' | 'intake' | 'retention' | 'subscriber' | 'tagging-rule';

/** The server itself. */
export interface SystemActor {
  readonly via: 'system';
  readonly reason: SystemReason;
}

/** Who sends a request. */
export type UserActor = ApiKeyActor | SessionActor;

export type Actor = SystemActor | UserActor;
