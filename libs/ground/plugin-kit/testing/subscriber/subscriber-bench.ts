import { randomUUID } from 'node:crypto';
import type { PluginEvent, Subscriber, SubscriberContext, SubscriberDeclaration } from '../../src/index.js';
import { TestDocuments } from '../documents/test-documents.js';
import { aTestHost } from '../test-host.js';
import { TestService } from '../test-service.js';
import type { SampleEvent, SubscriberContract } from './subscriber-contract.js';

const organizationId = 'org_sample';
const documentId = 'doc_sample';

/** One subscriber with a service and the documents of an organization. */
export class SubscriberBench implements AsyncDisposable {
  readonly documents = new TestDocuments();
  readonly service: TestService;
  #subscriber: Subscriber | undefined;

  private constructor(readonly contract: SubscriberContract) {
    this.service = new TestService(contract.respond?.bind(contract));
    this.documents.add({ id: documentId, organizationId, name: 'letter.txt', content: 'Dear reader' });
  }

  static async open(contract: SubscriberContract): Promise<SubscriberBench> {
    const bench = new SubscriberBench(contract);
    const url = await bench.service.start();
    try {
      const created = await bench.declaration.create({ ...aTestHost(contract.config(url)), ...contract.host });
      await created.start?.();
      bench.#subscriber = created;
      return bench;
    } catch (error) {
      await bench.service.stop();
      throw error;
    }
  }

  get declaration(): SubscriberDeclaration {
    const { subscriber } = this.contract.manifest.provides;
    if (!subscriber) throw new Error('the manifest has no provides.subscriber');
    return subscriber;
  }

  event({ name, payload = { documentId } }: SampleEvent): PluginEvent {
    return { id: `evt_${randomUUID()}`, name, organizationId, createdAt: new Date(), payload, userId: null };
  }

  async handle(
    event: PluginEvent,
    options: Partial<Pick<SubscriberContext, 'attempt' | 'signal'>> = {},
  ): Promise<void> {
    const { signal = new AbortController().signal, attempt = 1 } = options;
    const documents = this.documents.operations(this.declaration.permissions ?? []);
    await this.#subscriber?.handle(event, { signal, attempt, documents });
  }

  async close(): Promise<void> {
    const subscriber = this.#subscriber;
    this.#subscriber = undefined;
    await subscriber?.close?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.service.stop();
  }
}
