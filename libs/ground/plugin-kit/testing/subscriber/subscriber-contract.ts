import type { HostServices, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';
import type { ServiceRequest, ServiceResponse } from '../test-service.js';

/** An event that the subscriber is tried with. */
export interface SampleEvent {
  /** One of `provides.subscriber.events`. */
  name: string;
  /** Default: the id of the document that the suite provides, as `documentId`. */
  payload?: Record<string, unknown>;
}

/** What a subscriber plugin passes to its contract suite. */
export interface SubscriberContract<Config extends object = object> {
  manifest: PluginManifest<Config>;
  /** Its settings; `serviceUrl` is the address of a service that the suite runs. */
  config(serviceUrl: string): Config;
  /** At least one for each event that it declares. */
  samples: readonly [SampleEvent, ...SampleEvent[]];
  /** What the service responds when all is well. */
  respond?(request: ServiceRequest): ServiceResponse;
  /** Services that replace those of `aTestHost`: `sql` for a plugin with tables. */
  host?: Partial<HostServices<object>>;
  /** Cases that this plugin cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
