// An installation to attack: the built server with its default settings, and people with an organization each.
import { setTimeout as delay } from 'node:timers/promises';
import { benchServer, processesOf } from '../tools/bench-server.mjs';
import { anAddress, call } from './client.mjs';
import { cpuSeconds, memory } from './process-figures.mjs';

const PASSWORD = 'correct horse battery staple';
const SETTLED_SHARE_OF_A_CORE = 0.3;
const SETTLED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 500;
/** What one attack left behind would hide what the next one takes. */
const MOST_LEFT_MB = 250;

export class Installation {
  #people = new Map();
  #prepared = new Map();
  #megabytes;

  static async start() {
    const server = await benchServer();
    try {
      await server.start();
      // The first account is an administrator; no attacker should be one.
      await server.command('user', 'create', '--email', 'operator@example.com');
      return new Installation(server);
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  constructor(server) {
    this.server = server;
    this.baseUrl = server.baseUrl;
    this.#megabytes = memory(server.pid).now;
  }

  /** An account with a key, a source address and an organization of its own; the same one for the same name. */
  person(name) {
    return this.#once(this.#people, name, () => this.#create(name));
  }

  /** Work that several scenarios need and that is done once for an installation. */
  prepared(name, work) {
    return this.#once(this.#prepared, name, work);
  }

  async session(person) {
    return this.prepared(`session of ${person.email}`, async () => {
      const { email, password } = person;
      const answer = await call(this.baseUrl, {
        method: 'POST',
        path: '/api/auth/sign-in/email',
        address: anAddress(),
        json: { email, password },
      });
      const cookies = answer.headers['set-cookie'];
      if (answer.status !== 200 || !cookies) throw new Error(`a sign-in was answered with ${answer.status}`);
      return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    });
  }

  /** Whether the server answers and nothing of the last attack still runs or is held, after a while at most. */
  async isSettled() {
    const end = performance.now() + SETTLED_WITHIN_MS;
    while (this.server.isRunning && performance.now() < end) {
      if (memory(this.server.pid).now > this.#megabytes + MOST_LEFT_MB) return false;
      const before = this.#cpuOfAll();
      await delay(LOOK_EVERY_MS);
      const share = (this.#cpuOfAll() - before) / (LOOK_EVERY_MS / 1000);
      if (share > SETTLED_SHARE_OF_A_CORE) continue;
      if ((await call(this.baseUrl, { path: '/api/health', timeoutMs: 1000 })).status === 200) return true;
    }
    return false;
  }

  async remove() {
    await this.server.remove();
  }

  #cpuOfAll() {
    const { pid, dataDir } = this.server;
    return processesOf(pid, dataDir).reduce((sum, each) => sum + cpuSeconds(each), 0);
  }

  #once(memory, name, work) {
    if (!memory.has(name)) memory.set(name, work());
    return memory.get(name);
  }

  async #create(name) {
    const email = `${name}@example.com`;
    await this.server.command('user', 'create', '--email', email, '--password', PASSWORD);
    const token = await this.server.command('api-key', 'create', '--email', email);
    const address = anAddress();
    const answer = await call(this.baseUrl, {
      method: 'POST',
      path: '/api/organizations',
      token,
      address,
      json: { name: `Of ${name}` },
    });
    if (answer.status !== 200) throw new Error(`an organization was answered with ${answer.status}: ${answer.text}`);
    const organizationId = answer.json.organization.id;
    const documents = `/api/organizations/${organizationId}/documents`;
    return { name, email, password: PASSWORD, token, address, organizationId, documents };
  }
}
