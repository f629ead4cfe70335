import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** An address that the host asks for. */
export interface WantedAddress {
  /** The part before the `@`: lower-case letters, digits and dashes, at most 64 characters. */
  username: string;
  /** Where mails to the address have to be sent, as the guide "Intake by mail" describes. */
  webhookUrl: string;
  /** The secret that such requests are signed with; missing while intake by mail is off. */
  webhookSecret?: string;
}

/**
 * What became of a wanted address. `created`: mails to `address`, a plain `name@example.com`, come in from now on.
 * `name-in-use`: the service has this name already, and the host tries another one.
 */
export type AddressResult = { outcome: 'created'; address: string } | { outcome: 'name-in-use' };

/** Creates and removes the addresses at which mails come in. */
export interface IntakeAddresses extends PluginLifecycle {
  /** A person waits for the result, so it has 20 seconds. Errors must not contain the secret. */
  createAddress(wanted: WantedAddress, context: { signal: AbortSignal }): Promise<AddressResult>;
  /**
   * Resolves when the address is gone, also when it was gone before. It has 20 seconds. After an error the address stays
   * at the service, and the host drops the mails to it.
   */
  removeAddress(address: string, context: { signal: AbortSignal }): Promise<void>;
}

/** What a plugin declares under `provides['intake-address']`. The setting `INTAKE_ADDRESS_PLUGIN` chooses one. */
export interface IntakeAddressDeclaration<Config extends object = object> {
  create(host: HostServices<Config>): IntakeAddresses | Promise<IntakeAddresses>;
}
