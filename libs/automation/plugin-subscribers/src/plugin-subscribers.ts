import { Injectable } from '@nestjs/common';
import {
  definedEvents,
  definedSubscribers,
  defineSubscriber,
  removeSubscriber,
  subscriberQueue,
  type Subscriber,
} from '#ground/history';
import { PluginHost, type ProvidedBy } from '#ground/plugin-host';

const PREFIX = 'plugin.';

/** The queue of a subscriber plugin, which may not be loaded. */
export const queueOf = (pluginId: string): string => subscriberQueue(PREFIX + pluginId);

/** The durable subscribers that plugins of this process have declared. */
export const pluginSubscribers = (): Subscriber<object>[] =>
  definedSubscribers().filter(({ name }) => name.startsWith(PREFIX));

/** How many applications of this process, which is one outside of tests, have each subscriber. */
const uses = new Map<string, number>();

/**
 * Makes a durable subscriber of each subscriber plugin. In every process, because the transaction that records an event
 * adds the jobs of its subscribers. While a plugin is not loaded it gets no new jobs, and those that wait stay.
 */
@Injectable()
export class PluginSubscribers {
  #defined: string[];

  constructor(private readonly host: PluginHost) {
    const provided = host.all('subscriber');
    provided.forEach(checkEvents);
    this.#defined = provided.map(define);
  }

  /**
   * Ends the definitions with the last application that has the plugins: for tests, after the application is closed. In a
   * server they last as long as the process, since jobs and requests may commit until its end.
   */
  release(): void {
    for (const name of this.#defined) release(name);
    this.#defined = [];
  }

  /** Returns the plugin of a subscriber. */
  pluginOf(subscriber: string): ProvidedBy<'subscriber'> {
    const provided = this.host.all('subscriber').find(({ plugin }) => PREFIX + plugin.id === subscriber);
    if (!provided) throw new Error(`the plugin of the subscriber ${subscriber} is not loaded`);
    return provided;
  }
}

function checkEvents({ plugin, declaration }: ProvidedBy<'subscriber'>): void {
  const known = new Map(definedEvents().map((event) => [event.name, event]));
  const unknown = declaration.events.filter((event) => !known.has(event));
  if (unknown.length > 0)
    throw new Error(
      `the plugin ${plugin.id} subscribes to ${unknown.join(', ')}, which is not an event of this server.\n` +
        `Remedy: correct provides.subscriber.events; the events are ${[...known.keys()].join(', ')}.`,
    );
}

/** Returns the name of the subscriber. */
function define({ plugin, declaration }: ProvidedBy<'subscriber'>): string {
  const name = PREFIX + plugin.id;
  const others = uses.get(name) ?? 0;
  uses.set(name, others + 1);
  if (others > 0) return name;
  const { events, retries, concurrency, timeoutSeconds } = declaration;
  defineSubscriber(
    name,
    definedEvents().filter((event) => events.includes(event.name)),
    {
      description: `The plugin ${plugin.id}.`,
      exceptFrom: `plugin:${plugin.id}`,
      ...(retries !== undefined && { retries }),
      ...(concurrency !== undefined && { concurrency }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    },
  );
  return name;
}

function release(name: string): void {
  const left = (uses.get(name) ?? 0) - 1;
  if (left > 0) uses.set(name, left);
  else if (uses.delete(name)) removeSubscriber(name);
}
