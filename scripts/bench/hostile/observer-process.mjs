// Another client, in a process of its own so that the load of the attack does not delay it: polls the health of the
// server and sends single requests when it is asked to.
import { Agent } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { anAddress, call } from './client.mjs';

const EVERY_MS = 20;
const LONGEST_POLL_MS = 10_000;
const FOUND_POLL_MS = 50;
const address = anAddress();
let poll;

try {
  setPriority(-10); // what is measured is the server, not how long this process waits for a core
} catch {
  // only privileged users may
}

class HealthPoll {
  samples = [];
  failures = 0;
  #began;
  #isStopped = false;

  constructor(baseUrl) {
    this.baseUrl = baseUrl;
    this.agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
    void this.#run();
  }

  stop() {
    this.#isStopped = true;
    if (this.#began !== undefined) this.#record(performance.now() - this.#began);
    this.agent.destroy();
    return { samples: this.samples, failures: this.failures };
  }

  async #run() {
    while (!this.#isStopped) {
      this.#began = performance.now();
      const options = { path: '/api/health', agent: this.agent, timeoutMs: LONGEST_POLL_MS };
      const { status, ms } = await call(this.baseUrl, options);
      if (this.#isStopped) return;
      this.#began = undefined;
      this.#record(ms);
      if (status !== 200) this.failures += 1;
      await delay(Math.max(0, EVERY_MS - ms));
    }
  }

  /** Counts the polls that a slow one kept from being sent, as if each had been sent on time. */
  #record(ms) {
    this.samples.push(ms);
    for (let missed = ms - EVERY_MS; missed >= EVERY_MS; missed -= EVERY_MS) this.samples.push(missed);
  }
}

/** Uploads a text and searches for a word of it until it is found. */
async function uploadUntilFound({ baseUrl, person, word, withinMs }) {
  const { token, documents } = person;
  const began = performance.now();
  const file = { name: `${word}.txt`, content: `A short letter with the word ${word}.` };
  const upload = await call(baseUrl, { method: 'POST', path: documents, token, address, file, timeoutMs: withinMs });
  const result = { status: upload.status, answeredMs: upload.ms, foundMs: undefined, searches: [] };
  if (upload.status !== 200) return result;
  while (performance.now() - began < withinMs) {
    const path = `${documents}?searchQuery=content:${word}&pageSize=1`;
    const answer = await call(baseUrl, { path, token, address, timeoutMs: withinMs });
    result.searches.push({ status: answer.status, ms: answer.ms });
    if (answer.json?.documentsCount > 0) {
      result.foundMs = performance.now() - began;
      return result;
    }
    await delay(FOUND_POLL_MS);
  }
  return result;
}

const work = {
  start({ baseUrl }) {
    poll = new HealthPoll(baseUrl);
  },
  stop: () => poll.stop(),
  call: ({ baseUrl, options }) => call(baseUrl, { address, ...options }),
  uploadUntilFound,
};

process.on('message', async ({ id, name, input }) => {
  process.send({ id, result: await work[name](input) });
});
process.on('disconnect', () => process.exit());
