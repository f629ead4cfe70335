import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  isMailAddress,
  PermanentPluginError,
  TransientPluginError,
  type IntakeMail,
  type IntakeMailResult,
} from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { boundedBytes, DocumentTooLarge, EmptyDocument } from '#archive/documents';
import { ExtractionService, type ReadMail } from '#capabilities/extraction';
import type { IntakeSource } from '../take-file.js';
import { isId } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { addressesIn } from './mail-address.js';
import { MailCopies } from './mail-copies.js';
import { MailPolicy, type Decision, type MailOrigin } from './mail-policy.js';
import { causeOf, TakeMailFiles, type MailWithFiles } from './take-mail-files.js';

const LONGEST_KEY = 400;
const LONGEST_REFERENCE = 1_000;
const OPEN_WITHIN_MS = 60_000;
/** For a source that stops sending in the middle of a mail. */
const RECEIVE_WITHIN_MS = 15 * 60_000;
/** Headers that name whom a mail was delivered to. */
const RECIPIENT_HEADERS = new Set(['delivered-to', 'envelope-to', 'x-original-to']);
const NO_ADDRESS = 'No enabled intake address of an organization is among the recipients of the mail.';

interface Options {
  again: boolean;
  signal: AbortSignal;
}

/** Makes documents of the files in mails that intakes hand over: once for each key, however often it is called. */
@Injectable()
export class TakeMail {
  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly extraction: ExtractionService,
    private readonly copies: MailCopies,
    private readonly policy: MailPolicy,
    private readonly files: TakeMailFiles,
    private readonly organizations: OrganizationRepository,
  ) {}

  /**
   * Opens the mail in the sandbox and takes its files, or puts it on the list of failures. `again`: tries what was refused
   * before once more. Throws a `TransientPluginError` when a later call may succeed.
   */
  async execute(
    source: IntakeSource,
    mail: IntakeMail,
    signal: AbortSignal,
    { again = false }: { again?: boolean } = {},
  ): Promise<IntakeMailResult> {
    const { content } = mail;
    content.on('error', () => undefined); // the reader of the stream gets it; without a listener it would end the process
    const within = AbortSignal.any([signal, AbortSignal.timeout(RECEIVE_WITHIN_MS)]);
    const stop = () => content.destroy(within.reason as Error);
    within.addEventListener('abort', stop, { once: true });
    try {
      checkMail(mail);
      signal.throwIfAborted();
      return await this.#receive(source, mail, { again, signal });
    } catch (error) {
      if (error instanceof PermanentPluginError) throw error;
      throw new TransientPluginError((causeOf(error) as Error).message, { cause: error });
    } finally {
      within.removeEventListener('abort', stop);
      content.destroy();
    }
  }

  async #receive(source: IntakeSource, mail: IntakeMail, options: Options): Promise<IntakeMailResult> {
    const bounded = Readable.from(boundedBytes(mail.content, this.config.maxMailBytes), { objectMode: false });
    try {
      return await this.copies.withCopy(bounded, ({ path }) => this.#open(source, mail, path, options));
    } catch (error) {
      if (EmptyDocument.matches(error)) return this.#refuseUnopened(source, mail, 'The mail is empty.');
      if (DocumentTooLarge.matches(error)) return this.#refuseUnopened(source, mail, this.#tooLarge());
      throw error;
    }
  }

  #tooLarge(): string {
    return `The mail is larger than ${this.config.maxMailBytes} bytes (setting INTAKE_EMAILS_MAX_MAIL_BYTES).`;
  }

  #open(source: IntakeSource, mail: IntakeMail, path: string, options: Options): Promise<IntakeMailResult> {
    const file = {
      open: () => Promise.resolve(createReadStream(path)),
      fileName: 'message.eml',
      declaredType: 'message/rfc822',
    };
    const owner = mail.organizationId ?? 'intake-emails';
    return this.extraction.withMail(
      file,
      { timeoutMs: OPEN_WITHIN_MS, signal: options.signal, owner },
      async (opened) => {
        if (opened.outcome === 'opened') return this.#take(source, { mail, opened, path }, options);
        if (opened.outcome === 'cancelled') throw new TransientPluginError(opened.reason);
        return this.#refuseUnopened(source, mail, opened.reason);
      },
    );
  }

  async #take(
    source: IntakeSource,
    { mail, opened, path }: { mail: IntakeMail; opened: ReadMail; path: string },
    { again, signal }: Options,
  ): Promise<IntakeMailResult> {
    const origin = originOf(opened);
    const recipients = recipientsOf(mail, opened);
    const decisions = await this.#decide(mail, origin, recipients, again);
    if (decisions.length === 0)
      return { outcome: 'refused', reason: mail.organizationId ? noOrganization(mail.organizationId) : NO_ADDRESS };
    const whole: MailWithFiles = {
      ...{ source, key: mail.key, from: origin.from, subject: opened.subject, files: opened.parts },
      message: {
        fileName: `${opened.subject.trim() || 'mail'}.eml`,
        type: 'message/rfc822',
        open: () => createReadStream(path),
      },
      reference: mail.reference,
      reportsEmptyMails: again || mail.organizationId === undefined,
    };
    // The source has the mail: nothing of it needs to be held here.
    const isLeftThere = mail.reference !== undefined && decisions.every(({ refusal }) => refusal !== undefined);
    const results: IntakeMailResult[] = [];
    for (const decision of decisions) {
      const { organizationId, refusal } = decision;
      results.push(
        isLeftThere && refusal !== undefined
          ? await this.files.report(whole, organizationId, refusal)
          : await this.files.execute(whole, decision, signal, { again }),
      );
    }
    return results.find(({ outcome }) => outcome === 'taken') ?? (results[0] as IntakeMailResult);
  }

  async #decide(
    { organizationId, allowedSenders = [], keepsMessage = false }: IntakeMail,
    origin: MailOrigin,
    recipients: readonly string[],
    again: boolean,
  ): Promise<Decision[]> {
    if (organizationId === undefined) return this.policy.decide(origin, recipients);
    if (!(await this.organizations.findLive([organizationId])).has(organizationId)) return [];
    const refusal = this.policy.refusalOf(origin, allowedSenders);
    // Another attempt of a mail to an address: whether messages are kept is known there only.
    const addresses = again ? await this.policy.findAddresses(recipients) : [];
    const isKept = addresses.some((each) => each.organizationId === organizationId && each.keepsMessage);
    return [{ organizationId, keepsMessage: keepsMessage || isKept, refusal }];
  }

  /** Refuses a mail without readable headers, of which only the source may know the owner. */
  async #refuseUnopened(source: IntakeSource, mail: IntakeMail, reason: string): Promise<IntakeMailResult> {
    const { organizationId, key, reference, recipients } = mail;
    const organizationIds =
      organizationId === undefined
        ? (await this.policy.findAddresses(recipients)).map((address) => address.organizationId)
        : [...(await this.organizations.findLive([organizationId])).keys()];
    const unread = { source, key, reference, from: [], subject: '' };
    for (const each of new Set(organizationIds)) await this.files.report(unread, each, reason);
    return { outcome: 'refused', reason };
  }
}

function originOf({ from, trace }: ReadMail): MailOrigin {
  return {
    from: [...new Set(from.map(({ address }) => address.toLowerCase()))],
    authenticationResults: trace.flatMap(({ name, value }) => (name === 'authentication-results' ? [value] : [])),
  };
}

function recipientsOf({ recipients }: IntakeMail, { to, trace }: ReadMail): string[] {
  const delivered = trace.flatMap(({ name, value }) => (RECIPIENT_HEADERS.has(name) ? addressesIn(value) : []));
  const all = [...recipients, ...delivered, ...to.map(({ address }) => address)];
  return all.map((address) => address.toLowerCase()).filter(isMailAddress);
}

const noOrganization = (organizationId: string): string => `There is no organization ${organizationId}.`;

/** The types of a plugin do not hold at run time. What fails here would fail in the same way the next time. */
function checkMail({ key, organizationId, allowedSenders, recipients, reference }: IntakeMail): void {
  const isText = (value: unknown) => typeof value === 'string';
  const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
  if (!isText(key) || key === '' || key.length > LONGEST_KEY || !key.isWellFormed() || key.includes('\0'))
    throw new PermanentPluginError(`the key of a mail must have 1 to ${LONGEST_KEY} characters of valid Unicode`);
  if (organizationId !== undefined && !isId('org', organizationId))
    throw new PermanentPluginError('the `organizationId` of a mail must be the id of an organization: org_…');
  if (!areTexts(recipients) || (allowedSenders !== undefined && !areTexts(allowedSenders)))
    throw new PermanentPluginError('the `recipients` and `allowedSenders` of a mail must be lists of addresses');
  if (
    reference !== undefined &&
    (!isText(reference) || reference === '' || reference.length > LONGEST_REFERENCE || reference.includes('\0'))
  )
    throw new PermanentPluginError(`the \`reference\` of a mail must have 1 to ${LONGEST_REFERENCE} characters`);
}
