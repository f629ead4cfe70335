import { Injectable, Logger } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { OrganizationRepository } from '#people/organizations';
import { unverifiedReason } from './authentication-results.js';
import { IntakeEmailRepository, type IntakeEmail } from './intake-email.repository.js';
import { lookUpsOf } from './mail-address.js';

/** What decides whether a mail is taken. */
export interface MailOrigin {
  /** Addresses in `From`, in lower case. */
  from: readonly string[];
  /** Values of the headers `Authentication-Results`, from top to bottom. */
  authenticationResults: readonly string[];
}

/** What an organization does with a mail. */
export interface Decision {
  organizationId: string;
  /** Whether the mail itself becomes a document, too. */
  keepsMessage: boolean;
  /** A sentence for people; `undefined` when the files are taken. */
  refusal: string | undefined;
}

/** Addresses of one mail that are looked up; the others are ignored. */
const MOST_RECIPIENTS = 1_000;
const LOGGED = 10;

/** Decides which organizations a mail is for, and whether they take it from its sender. */
@Injectable()
export class MailPolicy {
  readonly #logger = new Logger('Intake by mail');

  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly intakeEmails: IntakeEmailRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** Makes one decision for each organization with an enabled address among the recipients; its best address counts. */
  async decide(mail: MailOrigin, recipients: readonly string[]): Promise<Decision[]> {
    const byOrganization = Map.groupBy(await this.findAddresses(recipients), ({ organizationId }) => organizationId);
    return [...byOrganization].map(([organizationId, addresses]) => {
      const allowing = addresses.filter(({ allowedOrigins }) => isAllowed(mail.from, allowedOrigins));
      const refusal = allowing.length > 0 ? this.#unverified(mail) : notAllowed(mail.from, addresses[0]?.emailAddress);
      const deciding = allowing.length > 0 ? allowing : addresses;
      return { organizationId, keepsMessage: deciding.some(({ keepsMessage }) => keepsMessage), refusal };
    });
  }

  /** Returns why a mail from a source of one organization is not taken; `*` allows every sender. */
  refusalOf(mail: MailOrigin, allowedSenders: readonly string[]): string | undefined {
    if (allowedSenders.includes('*')) return undefined;
    return isAllowed(mail.from, allowedSenders) ? this.#unverified(mail) : notAllowed(mail.from, undefined);
  }

  /** Enabled addresses of organizations that are not deleted. */
  async findAddresses(recipients: readonly string[]): Promise<IntakeEmail[]> {
    const wanted = [...new Set(recipients.map((address) => address.toLowerCase()))].slice(0, MOST_RECIPIENTS);
    const known = await this.intakeEmails.findByAddresses([...new Set(wanted.flatMap(lookUpsOf))]);
    const live = await this.organizations.findLive(known.map(({ organizationId }) => organizationId));
    const usable = known.filter(({ organizationId, isEnabled }) => isEnabled && live.has(organizationId));
    const usableAddresses = new Set(usable.map(({ emailAddress }) => emailAddress));
    const dropped = wanted.filter((address) => !lookUpsOf(address).some((each) => usableAddresses.has(each)));
    if (usable.length === 0 && dropped.length > 0) {
      const more = dropped.length > LOGGED ? ` and ${dropped.length - LOGGED} more` : '';
      this.#logger.log(`A mail was dropped: no enabled address ${dropped.slice(0, LOGGED).join(', ')}${more}.`);
    }
    return usable;
  }

  #unverified({ from, authenticationResults }: MailOrigin): string | undefined {
    const server = this.config.trustedAuthenticationServer;
    if (server === undefined) return undefined;
    const reason = unverifiedReason(from, authenticationResults, server);
    return (
      reason &&
      `The mail may be forged: ${reason}. If you know that ${namesOf(from)} has sent it, try it again to take it.`
    );
  }
}

/** Every address in `From` must be allowed: a mail program may show any of them. */
function isAllowed(from: readonly string[], allowed: readonly string[]): boolean {
  if (from.length === 0) return false;
  const known = new Set(allowed.map((origin) => origin.toLowerCase()));
  return from.every((address) => known.has(address) || known.has(address.slice(address.lastIndexOf('@'))));
}

function notAllowed(from: readonly string[], intakeAddress: string | undefined): string {
  if (from.length === 0)
    return 'The mail names no sender, so it cannot be from an allowed one. Try it again to take it.';
  const where = intakeAddress === undefined ? 'the allowed senders' : `the allowed senders of ${intakeAddress}`;
  return `The sender ${namesOf(from)} is not allowed. Add the address to ${where}, or try this again to take it once.`;
}

function namesOf(from: readonly string[]): string {
  return from.length > 3 ? `${from.slice(0, 3).join(', ')} and ${from.length - 3} more` : from.join(', ');
}
