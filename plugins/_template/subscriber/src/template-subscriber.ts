import {
  PermanentPluginError,
  TransientPluginError,
  type HostServices,
  type PluginDocument,
  type PluginEvent,
  type Subscriber,
  type SubscriberContext,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** Posts each new document to a URL, and then tags it. */
export class TemplateSubscriber implements Subscriber {
  constructor(private readonly host: Pick<HostServices<TemplateConfig>, 'config' | 'http'>) {}

  async handle(event: PluginEvent, { documents, signal }: SubscriberContext): Promise<void> {
    signal.throwIfAborted();
    const documentId = String(event.payload['documentId']);
    const document = await documents.find(documentId);
    if (!document) return; // it was purged meanwhile
    await this.#post(event, document, signal);
    const { tag: name } = this.host.config;
    if (name === '') return;
    const tag = await documents.createTag({ name });
    await documents.addTag(documentId, tag.id);
  }

  async #post(event: PluginEvent, { id, name }: PluginDocument, signal: AbortSignal): Promise<void> {
    const { url, token } = this.host.config;
    const { status } = await this.host.http.send(
      {
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // The same in each attempt, so that the service can recognise a second one.
          'idempotency-key': event.id,
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ text: `New document: ${name}`, documentId: id, organizationId: event.organizationId }),
      },
      { signal },
    );
    if (status >= 200 && status < 300) return;
    const message = `the service responded with ${status}`;
    throw status === 429 || status >= 500 ? new TransientPluginError(message) : new PermanentPluginError(message);
  }
}
