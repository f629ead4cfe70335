import type { Agent, buildConnector, Dispatcher } from 'undici';

/** How long an unused connection stays open at most. */
const KEEP_ALIVE_MS = 30_000;

interface Pool {
  agent: Agent;
  running: number;
}

/**
 * The connections of one client. Requests with different keys never share or wait for the same connections, so slow
 * requests of one organization leave the connections of another one to the same host free.
 */
export class ConnectionPools {
  readonly #pools = new Map<string, Pool>();
  #connect: Promise<buildConnector.connector> | undefined;

  constructor(
    private readonly connector: () => Promise<buildConnector.connector>,
    private readonly connectionsPerHost: number,
  ) {}

  /** Calls `work` with the connections of `key`, which are kept until all of them have ended. */
  async with<Result>(key: string, work: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result> {
    const [{ Agent }, connect] = await Promise.all([import('undici'), (this.#connect ??= this.connector())]);
    let pool = this.#pools.get(key);
    if (!pool) this.#pools.set(key, (pool = this.#create(key, Agent, connect)));
    pool.running += 1;
    try {
      return await work(pool.agent);
    } finally {
      pool.running -= 1;
      this.#dropUnused(key);
    }
  }

  get size(): number {
    return this.#pools.size;
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(({ agent }) => agent.destroy()));
  }

  #create(key: string, AgentClass: typeof Agent, connect: buildConnector.connector): Pool {
    const agent = new AgentClass({
      connect,
      connections: this.connectionsPerHost,
      // The time limit of the whole request replaces the limits of its parts.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Servers may ask for less. Undici's limit of ten minutes would let each host keep many sockets of this process.
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      allowH2: false,
    });
    agent.on('disconnect', () => this.#dropUnused(key));
    agent.on('connectionError', () => this.#dropUnused(key));
    return { agent, running: 0 };
  }

  #dropUnused(key: string): void {
    const pool = this.#pools.get(key);
    if (!pool || pool.running > 0 || Object.keys(pool.agent.stats).length > 0) return;
    this.#pools.delete(key); // an agent without connections has nothing to close
  }
}
