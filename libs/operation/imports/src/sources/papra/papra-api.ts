import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { TransientPluginError, type HostHttp } from '@archivolt/plugin-kit';
import { UnreadableSource } from '../open-below.js';
import { isRecord } from '../untrusted-values.js';

/** Of an answer with the text of one document, or with a page of documents. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;
const MOST_FILE_BYTES = 2 ** 40;
/** The longest time in which nothing arrives. */
const TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;
const PAGE_SIZE = 100;
const MOST_PAGES = 100_000;
const KEY = /^[\x21-\x7e]{1,200}$/;

/** What the server answers with another status than 200. */
export class PapraRefusal extends UnreadableSource {
  constructor(
    path: string,
    readonly status: number,
  ) {
    super(`Papra answers ${path} with the status ${status}.${status === 401 ? ' Check the API key.' : ''}`);
  }
}

/** Reads the public HTTP API of Papra with an API key. */
export class PapraApi {
  readonly #base: string;

  constructor(
    private readonly http: HostHttp,
    url: string,
    private readonly key: string,
  ) {
    if (!URL.canParse(url)) throw new UnreadableSource('The address of Papra is not a URL.');
    if (!KEY.test(key)) throw new UnreadableSource('The API key has characters that no key has.');
    this.#base = `${url.replace(/\/$/, '')}/api`;
  }

  /** The value with this name in the answer. Throws PapraRefusal. */
  async get(path: string, name: string, signal: AbortSignal): Promise<unknown> {
    const bytes = await this.#repeated(async () => buffer(await this.#body(path, MOST_ANSWER_BYTES, signal)), signal);
    try {
      const answer: unknown = JSON.parse(bytes.toString('utf8'));
      if (isRecord(answer) && answer[name] !== undefined) return answer[name];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new UnreadableSource(`The answer to ${path} is not one of Papra.`);
  }

  async list(path: string, name: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const values = await this.get(path, name, signal);
    if (!Array.isArray(values)) throw new UnreadableSource(`The answer to ${path} is not one of Papra.`);
    return values.filter(isRecord);
  }

  /** All entries of a list with pages; one that moves to another page meanwhile may come twice or not at all. */
  async *pages(path: string, name: string, signal: AbortSignal): AsyncGenerator<Record<string, unknown>> {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const sign = path.includes('?') ? '&' : '?';
      const entries = await this.list(`${path}${sign}pageIndex=${page}&pageSize=${PAGE_SIZE}`, name, signal);
      yield* entries;
      if (entries.length < PAGE_SIZE) return;
    }
  }

  async file(path: string, signal: AbortSignal): Promise<Readable> {
    return this.#repeated(async () => this.#body(path, MOST_FILE_BYTES, signal), signal);
  }

  async #body(path: string, maxResponseBytes: number, signal: AbortSignal): Promise<Readable> {
    const headers = { authorization: `Bearer ${this.key}` };
    const request = { url: this.#base + path, headers };
    const { status, body } = await this.http.stream(request, { signal, timeoutMs: TIMEOUT_MS, maxResponseBytes });
    if (status === 200) return body;
    body.destroy();
    throw new PapraRefusal(path, status);
  }

  /** Another attempt after a fault that may pass. A later run goes on where this one ends. */
  async #repeated<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        const mayPass = error instanceof TransientPluginError || (error instanceof PapraRefusal && error.status >= 500);
        if (!mayPass || attempt === ATTEMPTS) throw error;
      }
    }
  }
}
