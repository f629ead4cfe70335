import { TransientPluginError, type HostHttp } from '@archivolt/plugin-kit';
import { Injectable, Logger } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { baseUrl, ServerConfig } from '#config/server';
import { SafeHttp } from '#libs/safe-http';
import { isMailAddress } from './mail-address.js';
import { IntakeEmailAlreadyExists, MailServiceUnavailable } from './intake-emails.errors.js';

/** Makes and removes addresses where mails arrive. */
export interface AddressService {
  /** Returns the address. Throws `intake_email.already_exists` when the name is in use there. */
  create(username: string, signal: AbortSignal): Promise<string>;
  remove(emailAddress: string): Promise<void>;
}

/** Every name at the domain arrives already: there is nothing to do. */
class CatchAll implements AddressService {
  constructor(private readonly domain: string) {}

  create(username: string): Promise<string> {
    return Promise.resolve(`${username}@${this.domain}`);
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }
}

const RESPONSE_LIMITS = { timeoutMs: 10_000, maxResponseBytes: 100_000 };

/** The service OwlRelay, which sends the mails of each address to a URL. */
class OwlRelay implements AddressService {
  readonly #url: string;

  constructor(
    private readonly http: HostHttp,
    private readonly config: IntakeEmailsConfig,
    private readonly webhookUrl: string,
  ) {
    this.#url = `${config.owlrelayApiUrl.replace(/\/$/, '')}/api/email-callbacks`;
  }

  async create(username: string, signal: AbortSignal): Promise<string> {
    const { webhookSecret, owlrelayDomain: domain } = this.config;
    const wanted = { username, webhookUrl: this.webhookUrl, webhookSecret, ...(domain !== undefined && { domain }) };
    const response = await this.#send('POST', this.#url, { body: wanted, signal });
    if (response.status === 409) throw IntakeEmailAlreadyExists();
    if (response.status < 200 || response.status > 299) throw new Error(`OwlRelay responded ${response.status}`);
    const address = addressIn(response.json());
    if (address === undefined) throw new Error('OwlRelay responded without an address');
    return address;
  }

  async remove(emailAddress: string): Promise<void> {
    const { status } = await this.#send('DELETE', `${this.#url}/${encodeURIComponent(emailAddress)}`);
    if (status !== 404 && (status < 200 || status > 299)) throw new Error(`OwlRelay responded ${status}`);
  }

  #send(method: 'DELETE' | 'POST', url: string, { body, signal }: { body?: object; signal?: AbortSignal } = {}) {
    const { owlrelayApiKey = '' } = this.config;
    const headers = {
      authorization: `Bearer ${owlrelayApiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = { method, url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.http.send(request, { ...(signal && { signal }), ...RESPONSE_LIMITS });
  }
}

function addressIn(response: unknown): string | undefined {
  const { emailCallback } = (response ?? {}) as { emailCallback?: { username?: unknown; domain?: unknown } | null };
  const { username, domain } = emailCallback ?? {};
  if (typeof username !== 'string' || typeof domain !== 'string') return undefined;
  const address = `${username}@${domain}`.toLowerCase();
  return isMailAddress(address) ? address : undefined;
}

/** The service of INTAKE_EMAILS_DRIVER. */
@Injectable()
export class AddressServices {
  readonly #logger = new Logger('Intake by mail');
  readonly #service: AddressService;

  constructor(config: IntakeEmailsConfig, server: ServerConfig, safeHttp: SafeHttp) {
    const webhookUrl = config.owlrelayWebhookUrl ?? `${baseUrl(server).replace(/\/$/, '')}/api/intake-emails/ingest`;
    this.#service =
      config.driver === 'owlrelay'
        ? new OwlRelay(safeHttp.forSettings({ url: config.owlrelayApiUrl }), config, webhookUrl)
        : new CatchAll(config.catchAllDomain);
  }

  async create(username: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.#service.create(username, signal);
    } catch (error) {
      if (IntakeEmailAlreadyExists.matches(error)) throw error;
      signal.throwIfAborted();
      const isAway = error instanceof TransientPluginError;
      this.#logger.error(`${isAway ? 'The mail service is away' : 'No address was made'}: ${(error as Error).message}`);
      throw MailServiceUnavailable({ cause: error });
    }
  }

  /** Best effort: mails to an address that stays there are dropped here. */
  async remove(emailAddress: string): Promise<void> {
    try {
      await this.#service.remove(emailAddress);
    } catch (error) {
      this.#logger.warn(`${emailAddress} was not removed at the mail service: ${(error as Error).message}`);
    }
  }
}
