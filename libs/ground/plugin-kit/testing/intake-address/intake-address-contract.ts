import type { IntakeAddresses, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';

/** An address as the service behind the plugin has it. */
export interface ServiceAddress {
  address: string;
  /** Where it sends mails. */
  webhookUrl: string;
  /** What it signs them with. */
  webhookSecret?: string | undefined;
}

/** A plugin for addresses and the service that has them. */
export interface IntakeAddressesUnderTest {
  addresses: IntakeAddresses;
  /** The addresses that the service has, in any order. Leave it out where there is none, and skip its cases. */
  existing?(): Promise<readonly ServiceAddress[]> | readonly ServiceAddress[];
  /** The same plugin with an address where no server listens. Leave it out and skip the cases that need it. */
  away?: IntakeAddresses;
  /** The same plugin with a service that accepts the connection and never responds. */
  stalled?: IntakeAddresses;
}

/** What a plugin for addresses passes to its contract suite. */
export interface IntakeAddressContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Starts a service without addresses and creates plugins for it; called once per case. */
  create(): IntakeAddressesUnderTest | Promise<IntakeAddressesUnderTest>;
  /** Stops the service. */
  destroy?(): Promise<void> | void;
  /** Cases that this plugin cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
