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
  /**
   * Names of tags for the document, at most 10. The host creates those that the organization does not have yet, as far
   * as its limit allows, and leaves out what no tag can be called.
   */
  tags?: readonly string[];
  /**
   * Where the plugin finds the file again, 1 to 1,000 characters, for {@link Intake.reopen}. Without it, people cannot
   * have a refused file tried again.
   */
  reference?: string;
}

/** A whole mail that an intake hands over. The host opens it in the sandbox, and each file in it becomes a document. */
export interface IntakeMail {
  /** What makes this mail the same mail, as {@link IntakeFile.key}; at most 400 characters. */
  key: string;
  /**
   * The organization that gets the files. Without it, they go to the organizations whose intake addresses are among
   * `recipients` or in the headers of the mail, which decide by themselves which senders they allow.
   */
  organizationId?: string;
  /** With `organizationId`: addresses that files are taken from; `*` stands for all senders. */
  allowedSenders?: readonly string[];
  /** With `organizationId`: whether the mail itself becomes a document, too. */
  keepsMessage?: boolean;
  /** Whom the mail was delivered to, as far as the source knows it apart from the headers. */
  recipients: readonly string[];
  /** The message as it was received. Read once, to its end, and destroyed by the host. */
  content: Readable;
  /** As {@link IntakeFile.reference}. */
  reference?: string;
}

/**
 * What became of a mail. `taken`: the result of each file in it is durable. `refused`: nothing of it was taken, and the
 * reason is a sentence for people. In both cases the source can be removed, unless it was refused and has a `reference`:
 * then {@link Intake.reopen} must still find it.
 */
export type IntakeMailResult = { outcome: 'taken' } | { outcome: 'refused'; reason: string };

/** A file that an intake cannot hand over, such as one that it may not read. */
export interface IntakeFailure extends Pick<IntakeFile, 'fileName' | 'key' | 'organizationId' | 'reference'> {
  /** A sentence for people: what is wrong, and what they can do. */
  reason: string;
}

/**
 * What became of a file. `created`: there is a new document. `duplicate`: the organization has a document with the same
 * bytes, `documentId` names it. `refused`: the file can never be taken (too large, no such organization), `reason` is a
 * sentence for people. In all three cases the source can be removed, because the result is durable, unless it was refused
 * and has a `reference`: then {@link Intake.reopen} must still find it. A file of an unknown organization is refused
 * without a record: after a restore of the organization the same key is taken.
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
  /** As `upload`, for a mail with the files in it. */
  uploadMail(mail: IntakeMail): Promise<IntakeMailResult>;
  /**
   * Puts a file on the list of failures that people see. The host itself does that for what it refuses. The same key
   * again changes the reason.
   */
  reportFailure(failure: IntakeFailure): Promise<void>;
  /** False when there is no such organization, or it was deleted. */
  hasOrganization(organizationId: string): Promise<boolean>;
}

/** A source of documents that the server watches by itself: a folder, a mailbox, a scanner. */
export interface Intake extends PluginLifecycle {
  /**
   * Watches the source until `signal` is aborted, and then returns. One process of the installation runs it at a time
   * for each instance. When it returns earlier or throws, the host logs it and starts it again with growing pauses.
   */
  run(context: IntakeContext): Promise<void>;
  /**
   * Opens what was refused once more, when a person asks for that; `undefined` when it is not there any more. It may be
   * called while `run` is running, in this or in another process.
   */
  reopen?(reference: string, context: { signal: AbortSignal }): Promise<Readable | undefined>;
  /**
   * Called after the file of `reopen` was taken: the plugin treats it as it treats every other taken file. It may be called
   * again for the same reference, after an error or a crash.
   */
  finish?(reference: string, context: { signal: AbortSignal }): Promise<void>;
}

/**
 * What a plugin declares under `provides.intake`. Several instances of it can be configured: the setting
 * `<ID>_INSTANCES` lists their names, and the settings of the instance `scans` have that name after the id:
 * `INTAKE_FOLDER_SCANS_PATH`. `INTAKE_FOLDER_PATH` then is the default for all of them. Without the list there is one
 * instance, `default`.
 */
export interface IntakeDeclaration<Config extends object = object> {
  /** What documents of this intake have as their source. Default `plugin`; files in mails always have `email`. */
  source?: 'email' | 'folder' | 'plugin';
  /**
   * A sentence for the members of an organization about where they put documents, such as a folder or a mailbox;
   * `undefined` when the instance takes none for this organization. It contains no secrets.
   */
  describe?(config: Config, organizationId: string): string | undefined;
  /** Called once for each instance, with the settings of that instance in `host.config`. */
  create(host: HostServices<Config>): Intake | Promise<Intake>;
}
