import { Injectable } from '@nestjs/common';
import { Handles, type DeliveryAttempt, type RecordedEvent } from '#ground/history';
import { PluginHost } from '#ground/plugin-host';
import { PluginDocuments, PluginSubscribers, pluginSubscribers } from '#automation/plugin-subscribers';

/** Calls subscriber plugins. A plugin that cannot be created is tried again with the next attempt of the job. */
@Injectable()
export class PluginSubscriberHandler {
  constructor(
    private readonly host: PluginHost,
    private readonly subscribers: PluginSubscribers,
    private readonly documents: PluginDocuments,
  ) {}

  @Handles(pluginSubscribers)
  async handle(
    { id, name, organizationId, createdAt, payload, actor }: RecordedEvent,
    { attempt, signal, subscriber }: DeliveryAttempt,
  ): Promise<void> {
    const provided = this.subscribers.pluginOf(subscriber);
    const { plugin, declaration } = provided;
    const opened = await this.host.open('subscriber', provided);
    const documents = this.documents.for({
      pluginId: plugin.id,
      organizationId,
      permissions: declaration.permissions ?? [],
    });
    const event = {
      ...{ id, name, organizationId, createdAt, userId: actor?.userId ?? null },
      payload: payload as Record<string, unknown>,
    };
    await opened.handle(event, { attempt, signal, documents });
  }
}
