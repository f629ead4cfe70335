import type { DocumentOperations, PluginPermission } from '../documents/document-operations.js';
import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** Something that happened in an organization; see `docs/reference/events.md` for names and fields. */
export interface PluginEvent {
  /** The same in each attempt, so that a second call can find nothing left to do. */
  id: string;
  name: string;
  organizationId: string;
  createdAt: Date;
  /** Ids and changed facts, never the text of a document. */
  payload: Readonly<Record<string, unknown>>;
  /** The user who caused it; `null` for the server itself, a job or a plugin. */
  userId: string | null;
}

/** What the host passes to a subscriber for one event. */
export interface SubscriberContext {
  /** Aborted when the attempt takes too long or the process stops. */
  signal: AbortSignal;
  /** 1 for the first attempt. */
  attempt: number;
  /** The documents of the organization of the event. */
  documents: DocumentOperations;
}

/** Durable work that follows an event, after its commit. */
export interface Subscriber extends PluginLifecycle {
  /**
   * Called at least once for each event, in no fixed order. Throw a `PermanentPluginError` to give up at once; after any
   * other error the host calls again with growing pauses, as often as `retries` says.
   */
  handle(event: PluginEvent, context: SubscriberContext): Promise<void>;
}

/** What a plugin declares under `provides.subscriber`. An installation can have many. */
export interface SubscriberDeclaration<Config extends object = object> {
  /** Exact names: `['document:created', 'document:tag:added']`. */
  events: readonly string[];
  /** What its document operations may do. Default: nothing. */
  permissions?: readonly PluginPermission[];
  /**
   * Attempts after the first one; then the event goes to the dead-letter queue. 0 to 50; default 30, which take about 20
   * hours with pauses that double from 2 seconds to an hour.
   */
  retries?: number;
  /** Events that one process handles at a time. 1 to 32; default 4. */
  concurrency?: number;
  /** Seconds that one attempt may take. 1 to 3,600; default 60. */
  timeoutSeconds?: number;
  create(host: HostServices<Config>): Subscriber | Promise<Subscriber>;
}
