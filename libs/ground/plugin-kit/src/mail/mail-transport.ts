import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** A mail to send. All addresses are plain `name@example.com`, and no field contains line breaks except the bodies. */
export interface MailMessage {
  /** The same in each attempt; use it as `Message-ID` or idempotency key of the service. */
  id: string;
  from: { address: string; name?: string };
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends mails. */
export interface MailTransport extends PluginLifecycle {
  /**
   * Resolves when the mail is accepted for delivery. Throw a `PermanentPluginError` for a mail that can never be sent (an
   * unknown recipient); after any other error the host tries again for about a day, with growing pauses. An attempt has
   * 60 seconds. Errors must not contain a body, which may hold a link that signs a user in.
   */
  send(message: MailMessage, context: { signal: AbortSignal }): Promise<void>;
}

/** What a plugin declares under `provides['mail-transport']`. The setting `MAIL_TRANSPORT_PLUGIN` chooses one. */
export interface MailTransportDeclaration<Config extends object = object> {
  create(host: HostServices<Config>): MailTransport | Promise<MailTransport>;
}
