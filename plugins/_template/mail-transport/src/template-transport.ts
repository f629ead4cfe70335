import {
  PermanentPluginError,
  TransientPluginError,
  type MailMessage,
  type MailTransport,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** Posts each mail as JSON to a service. Put the request of your service in its place. */
export class TemplateTransport implements MailTransport {
  constructor(private readonly config: TemplateConfig) {}

  async send(message: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    const { url, apiKey } = this.config;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': message.id, // the service drops a mail that it has accepted before
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      throw new TransientPluginError(`${url} does not respond`, { cause: error });
    });
    await response.body?.cancel(); // the status says enough
    if (response.ok) return;
    const refused = `${url} refused the mail with status ${response.status}`;
    if (response.status >= 500 || response.status === 408 || response.status === 429)
      throw new TransientPluginError(refused);
    throw new PermanentPluginError(`${refused}; check MAIL_TRANSPORT_TEMPLATE_URL and MAIL_TRANSPORT_TEMPLATE_API_KEY`);
  }
}
