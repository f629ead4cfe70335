import type { MailTransport, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';

/** A mail as the service behind the transport received it. */
export interface ReceivedMail {
  /** The id of the message, wherever the transport puts it: `Message-ID`, an idempotency key. */
  id: string;
  from: string;
  fromName?: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** A transport and the service it sends to. */
export interface MailTransportUnderTest {
  transport: MailTransport;
  /** The mails that the service has accepted, in any order. */
  received(): Promise<readonly ReceivedMail[]> | readonly ReceivedMail[];
  /** The same transport with an address where no server listens. Leave it out and skip the cases that need it. */
  away?: MailTransport;
  /** The same transport with a service that accepts the connection and never responds. */
  stalled?: MailTransport;
}

/** What a mail transport passes to its contract suite. */
export interface MailTransportContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Starts a service without mails and creates transports for it; called once per case. */
  create(): MailTransportUnderTest | Promise<MailTransportUnderTest>;
  /** Stops the service. */
  destroy?(): Promise<void> | void;
  /** Cases that this transport cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
