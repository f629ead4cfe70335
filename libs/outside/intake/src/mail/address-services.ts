import {
  isAddressOfAnyHost,
  TransientPluginError,
  type AddressResult,
  type IntakeAddresses,
} from '@archivolt/plugin-kit';
import { Injectable, Logger } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { baseUrl, ServerConfig } from '#config/server';
import { limitedCall, PluginHost } from '#ground/plugin-host';
import { IntakeEmailAlreadyExists, MailServiceUnavailable } from './intake-emails.errors.js';

const TIME_LIMIT_SECONDS = 20;

/** Makes and removes addresses with the plugin that INTAKE_EMAILS_DRIVER chooses. */
@Injectable()
export class AddressServices {
  readonly #logger = new Logger('Intake by mail');

  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly server: ServerConfig,
    private readonly host: PluginHost,
  ) {}

  /** Returns the address. Throws `intake_email.already_exists` when the name is in use at the service. */
  async create(username: string, signal: AbortSignal): Promise<string> {
    const result = await this.#ask(username, signal);
    if (result.outcome === 'name-in-use') throw IntakeEmailAlreadyExists();
    return result.address;
  }

  /** Best effort: mails to an address that stays there are dropped here. */
  async remove(emailAddress: string): Promise<void> {
    try {
      await this.#call(undefined, (plugin, signal) => plugin.removeAddress(emailAddress, { signal }));
    } catch (error) {
      this.#logger.warn(`${emailAddress} was not removed at the mail service: ${messageOf(error)}`);
    }
  }

  async #ask(username: string, signal: AbortSignal): Promise<AddressResult> {
    const { webhookSecret } = this.config;
    const webhookUrl = this.config.webhookUrl ?? `${baseUrl(this.server).replace(/\/$/, '')}/api/intake-emails/ingest`;
    const wanted = { username, webhookUrl, ...(webhookSecret !== undefined && { webhookSecret }) };
    try {
      return checked(await this.#call(signal, (plugin, ending) => plugin.createAddress(wanted, { signal: ending })));
    } catch (error) {
      signal.throwIfAborted();
      const isAway = error instanceof TransientPluginError;
      this.#logger.error(`${isAway ? 'The mail service is away' : 'No address was made'}: ${messageOf(error)}`);
      throw MailServiceUnavailable({ cause: error });
    }
  }

  async #call<Result>(
    signal: AbortSignal | undefined,
    work: (plugin: IntakeAddresses, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const provided = this.host.chosenOrNone('intake-address');
    if (!provided)
      throw new Error(
        'there is no plugin for addresses; take intake-address-catch-all out of PLUGINS_DISABLED, or set INTAKE_EMAILS_DRIVER to an installed one',
      );
    const plugin = await this.host.open('intake-address', provided);
    const limits = { seconds: TIME_LIMIT_SECONDS, signal };
    return limitedCall(provided.plugin.id, limits, (ending) => work(plugin, ending));
  }
}

/** The types of a plugin say nothing about what it returns while it runs. */
function checked(result: unknown): AddressResult {
  const { outcome, address } = (result ?? {}) as { outcome?: unknown; address?: unknown };
  if (outcome === 'name-in-use') return { outcome };
  if (outcome === 'created' && typeof address === 'string' && isAddressOfAnyHost(address)) return { outcome, address };
  throw new Error('the plugin returned no address');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
