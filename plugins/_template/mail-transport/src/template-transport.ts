import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type MailMessage,
  type MailTransport,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** Posts each mail as JSON to a service. Put the request of your service in its place. */
export class TemplateTransport implements MailTransport {
  constructor(
    private readonly config: TemplateConfig,
    private readonly http: HostHttp,
  ) {}

  async send(message: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    const { url, apiKey } = this.config;
    const { status } = await this.http.send(
      {
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.id, // the service drops a mail that it has accepted before
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(message),
      },
      { signal },
    );
    if (status >= 200 && status <= 299) return;
    const refused = `${url} refused the mail with status ${status}`;
    if (status >= 500 || status === 408 || status === 429) throw new TransientPluginError(refused);
    throw new PermanentPluginError(`${refused}; check MAIL_TRANSPORT_TEMPLATE_URL and MAIL_TRANSPORT_TEMPLATE_API_KEY`);
  }
}
