import type { Readable } from 'node:stream';
import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** A file that an intake hands over. */
export interface IntakeFile {
  organizationId: string;
  /**
   * What makes this file the same file: a path with its time and size, a message id with the number of the part. The
   * host takes each key of an instance once for each organization: a second call with it changes nothing and returns the
   * first result. 1 to 500 characters of valid Unicode.
   */
  key: string;
  fileName: string;
  /** Declared media type; the host detects it when it is missing. */
  type?: string;
  /** Read once, to its end, and destroyed by the host. */
  content: Readable;
}

/**
 * What became of a file. `created`: there is a new document. `duplicate`: the organization has a document with the same
 * bytes, `documentId` names it. `refused`: the file can never be taken (too large, no such organization), `reason` is a
 * sentence for people. In all three cases the source can be removed: the result is durable.
 */
export type IntakeResult =
  { outcome: 'created' | 'duplicate'; documentId: string } | { outcome: 'refused'; reason: string };

/** What the host passes to a running intake. */
export interface IntakeContext {
  /** The name of the configured instance; `default` when none is named. */
  instance: string;
  /** Aborted when the process stops, or when another process has taken over. */
  signal: AbortSignal;
  /**
   * Stores the file and its document. When the promise resolves, the result is durable. The host takes four files at a
   * time, and up to 500 wait. Throws a `TransientPluginError` when a later call may succeed (the disk is full, the
   * database is away, too many files wait).
   */
  upload(file: IntakeFile): Promise<IntakeResult>;
}

/** A source of documents that the server watches by itself: a folder, a mailbox, a scanner. */
export interface Intake extends PluginLifecycle {
  /**
   * Watches the source until `signal` is aborted, and then returns. One process of the installation runs it at a time
   * for each instance. When it returns earlier or throws, the host logs it and starts it again with growing pauses.
   */
  run(context: IntakeContext): Promise<void>;
}

/**
 * What a plugin declares under `provides.intake`. Several instances of it can be configured: the setting
 * `<ID>_INSTANCES` lists their names, and the settings of the instance `scans` have that name after the id:
 * `INTAKE_FOLDER_SCANS_PATH`. `INTAKE_FOLDER_PATH` then is the default for all of them. Without the list there is one
 * instance, `default`.
 */
export interface IntakeDeclaration<Config extends object = object> {
  /** Called once for each instance, with the settings of that instance in `host.config`. */
  create(host: HostServices<Config>): Intake | Promise<Intake>;
}
