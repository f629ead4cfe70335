import type { Readable } from 'node:stream';
import { cleanFileName, TransientPluginError, type IntakeFile, type IntakeMailResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import mime from 'mime';
import { UnitOfWork } from '#ground/database';
import { storableMimeType } from '#archive/documents';
import { detectType, UNKNOWN_TYPE } from '#capabilities/extraction';
import { HoldFile } from '../hold-file.js';
import { IntakeFailures } from '../intake-failures.js';
import { TakeFile, type IntakeSource } from '../take-file.js';
import { MailCopies } from './mail-copies.js';
import type { Decision } from './mail-policy.js';

/** A file in a mail. */
export interface FileInMail {
  /** The name as in the mail, not cleaned. */
  fileName: string;
  /** The declared type; empty when there is none. */
  type: string;
  /** Readable as often as needed. */
  open(): Readable;
}

/** A mail that came in, whichever way, with its files. */
export interface MailWithFiles {
  source: IntakeSource;
  /** What makes it the same mail, at most 400 characters. */
  key: string;
  from: readonly string[];
  subject: string;
  files: readonly FileInMail[];
  /** The message as it was received, where there is one. */
  message?: FileInMail;
  reference?: string | undefined;
  /** Whether a mail without files is on the list of failures: it was sent in vain. */
  reportsEmptyMails: boolean;
}

const NOTHING_IN_IT =
  'The mail has no attachments. Send the documents as attachments, or let the address keep the messages themselves.';

/** Files of one mail that are held when its sender is not allowed: every sender can send such mails. */
const MOST_HELD = 20;

/** Takes the files of a mail for one organization after the other, or holds them. */
@Injectable()
export class TakeMailFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly copies: MailCopies,
    private readonly takeFile: TakeFile,
    private readonly holdFile: HoldFile,
    private readonly failures: IntakeFailures,
  ) {}

  /**
   * When it resolves, the result of each file is durable; `refused`: none of them was taken. `again`: tries what was
   * refused before once more.
   */
  async execute(
    mail: MailWithFiles,
    decision: Decision,
    signal: AbortSignal,
    { again = false }: { again?: boolean } = {},
  ): Promise<IntakeMailResult> {
    const { organizationId, refusal, keepsMessage } = decision;
    const facts = factsOf(mail);
    const files = keepsMessage && mail.message ? [...mail.files, mail.message] : mail.files;
    if (files.length === 0 && (refusal !== undefined || mail.reportsEmptyMails))
      return this.report(mail, organizationId, refusal ?? NOTHING_IN_IT);
    if (refusal !== undefined && files.length > MOST_HELD)
      return this.report({ ...mail, reference: undefined }, organizationId, notHeld(refusal, files.length));
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      const part = file === mail.message ? 'message' : `part ${index + 1}`;
      const named = cleanFileName(file.fileName);
      const type = await this.#typeOf(file, named, signal);
      const handedOver: IntakeFile = {
        organizationId,
        key: `${mail.key} ${part}`,
        fileName: named || nameOfUnnamed(mail.subject, type),
        type,
        content: file.open(),
      };
      if (refusal === undefined) await this.takeFile.execute(mail.source, handedOver, signal, { ...facts, again });
      else await this.holdFile.execute(mail.source, handedOver, { reason: refusal, facts, signal });
    }
    if (refusal !== undefined) return { outcome: 'refused', reason: refusal };
    const { key, source } = mail;
    await this.unitOfWork.run((tx) => this.failures.resolve(tx, source, { organizationId, key }, { again }));
    return { outcome: 'taken' };
  }

  /** Puts the whole mail on the list of failures. */
  async report(
    mail: Pick<MailWithFiles, 'from' | 'key' | 'reference' | 'source' | 'subject'>,
    organizationId: string,
    reason: string,
  ): Promise<IntakeMailResult> {
    const { source, key, reference } = mail;
    await this.failures.report(source, { organizationId, key, kind: 'mail', reason, reference, ...factsOf(mail) });
    return { outcome: 'refused', reason };
  }

  /** The declared type, unless that says nothing. */
  async #typeOf(file: FileInMail, fileName: string, signal: AbortSignal): Promise<string> {
    const declared = storableMimeType(file.type)?.toLowerCase();
    if (declared !== undefined && declared !== '' && declared !== UNKNOWN_TYPE) return declared;
    return this.copies.withCopy(file.open(), ({ path }) => detectType(path, fileName, undefined), signal);
  }
}

/** Invitations to meetings, for instance, have no name. */
function nameOfUnnamed(subject: string, type: string): string {
  const extension = mime.getExtension(type);
  return `${cleanFileName(subject) || 'unnamed'}${extension === null ? '' : `.${extension}`}`;
}

function notHeld(refusal: string, count: number): string {
  return `The mail has ${count} files, and its sender is not allowed or not verified: more than ${MOST_HELD} files are not held. Have it sent again when the sender is. ${refusal}`;
}

function factsOf({ from, subject }: Pick<MailWithFiles, 'from' | 'subject'>) {
  return { source: 'email' as const, sender: from.join(', ') || undefined, subject: subject || undefined };
}

/** The cause of a failure that a later attempt may not have: its category decides the status of the response. */
export function causeOf(error: unknown): unknown {
  return error instanceof TransientPluginError && error.cause !== undefined ? error.cause : error;
}
