import {
  PermanentPluginError,
  TransientPluginError,
  type AutoTagger,
  type HostServices,
  type HttpResponse,
  type TaggingRequest,
  type TaggingSuggestion,
} from '@archivolt/plugin-kit';
import { answerSchemas } from './answer-schema.js';
import { chatCompletions } from './chat-completions.js';
import { listedProperties } from './listed-properties.js';
import { listedTags } from './listed-tags.js';
import type { LlmConfig } from './llm.config.js';
import { messagesApi } from './messages-api.js';
import { readModelId, SERVICES } from './model-id.js';
import { addressOf, serverOf, type ModelServer } from './model-server.js';
import { promptFor } from './prompt.js';
import { readAnswer, UnfitAnswer } from './read-answer.js';
import { pauseOf } from './retry-after.js';
import { faultOf, tooSlow } from './service-faults.js';
import type { ModelAnswer, Question, Wire } from './wire.js';

/** The answer itself is short; a service may add the thoughts of the model. */
const LARGEST_RESPONSE_BYTES = 1_000_000;
const WIRES: Readonly<Record<string, Wire>> = { 'chat-completions': chatCompletions, messages: messagesApi };
/** Characters of the list of tags, for each one of the document. */
const SHARE_OF_TAGS = 0.5;
/** The same of the list of properties. */
const SHARE_OF_PROPERTIES = 0.5;
/** How servers refuse a field of the request that they do not know. */
const REFUSED_FIELD = new Set([400, 422]);

type Host = Pick<HostServices<LlmConfig>, 'http' | 'logger' | 'now'>;

type Questions = [Question, ...Question[]];

interface Call {
  signal: AbortSignal;
  /** What the call has used so far. */
  sent: { requests: number };
}

/** Asks a language model. It sees one document and the names of the tags, has no tools, and its answer is never trusted. */
export class LlmTagger implements AutoTagger {
  readonly #wire: Wire;
  /** False after the server has refused a schema and then taken the same request without it. */
  #withSchema = true;
  /** The service has asked for no requests before. */
  #pausedUntil = 0;

  private constructor(
    private readonly server: ModelServer,
    private readonly limits: Pick<LlmConfig, 'maxInputCharacters' | 'timeoutSeconds'>,
    private readonly host: Host,
  ) {
    this.#wire = WIRES[SERVICES[server.service].wire] as Wire;
  }

  static from({ config, http, logger, now }: HostServices<LlmConfig>): LlmTagger {
    const id = config.model === undefined ? undefined : readModelId(config.model);
    if (!id) throw new Error('no model is set. Remedy: set AUTO_TAGGER_LLM_MODEL, for instance to ollama://qwen3:8b');
    return new LlmTagger(serverOf(id, config), config, { http, logger, now });
  }

  async suggest(request: TaggingRequest, { signal }: { signal: AbortSignal }): Promise<TaggingSuggestion> {
    signal.throwIfAborted();
    const hasDetails = request.maySuggestDetails || (request.properties ?? []).length > 0;
    const hasChoice = request.tags.length > 0 || request.mayCreateTags || hasDetails;
    if (!hasChoice || request.content.trim() === '') return { tags: [] };
    const answer = await this.#ask(request, signal);
    const usage = answer.usage;
    if (answer.isRefusal) {
      this.host.logger.info(`the model refused to categorise ${request.documentId}`);
      return { tags: [], usage };
    }
    try {
      if (answer.isCut)
        throw new UnfitAnswer(
          'ends before it is complete. Remedy: raise AUTO_TAGGER_LLM_MAX_OUTPUT_TOKENS, or choose a model that thinks less',
        );
      return { ...readAnswer(answer.text ?? '', request), usage };
    } catch (error) {
      if (!(error instanceof UnfitAnswer)) throw error;
      const fault = new PermanentPluginError(`the answer of the model ${this.server.model} ${error.message}`);
      throw Object.assign(fault, { usage });
    }
  }

  async #ask(request: TaggingRequest, signal: AbortSignal): Promise<ModelAnswer> {
    this.#assertNoPause();
    const sent = { requests: 0 };
    try {
      const answer = await this.#answerTo(this.#questions(request), { signal, sent });
      return { ...answer, usage: { ...answer.usage, ...sent } };
    } catch (error) {
      throw signal.aborted ? error : Object.assign(error as Error, { usage: sent });
    }
  }

  #assertNoPause(): void {
    const seconds = Math.ceil((this.#pausedUntil - this.host.now()) / 1000);
    if (seconds <= 0) return;
    const fault = new TransientPluginError(`${this.server.service} wants no requests for ${seconds} s, as it has said`);
    throw Object.assign(fault, { usage: { requests: 0 } });
  }

  /** The forms of the question, of which a server may refuse all but the last one. */
  #questions(request: TaggingRequest): Questions {
    const { maxInputCharacters } = this.limits;
    const listed = {
      ...request,
      tags: listedTags(request.tags, maxInputCharacters * SHARE_OF_TAGS),
      properties: listedProperties(request.properties ?? [], maxInputCharacters * SHARE_OF_PROPERTIES),
    };
    const prompt = promptFor(listed, maxInputCharacters);
    const { named, plain } = answerSchemas(listed);
    const last: Question = { prompt, schema: plain, withSchema: false };
    if (!this.#withSchema) return [last];
    const general: Question = { prompt, schema: plain, withSchema: true };
    return named ? [{ prompt, schema: named, withSchema: true }, general, last] : [general, last];
  }

  /**
   * That a server takes no schema is remembered only after it has refused the one without names, because those come
   * from one organization, and the next request may be for another one.
   */
  async #answerTo([question, next, ...others]: Questions, call: Call): Promise<ModelAnswer> {
    const response = await this.#send(question, call);
    if (next && REFUSED_FIELD.has(response.status)) return this.#answerTo([next, ...others], call);
    const answer = this.#answerIn(response);
    if (this.#withSchema && !question.withSchema) {
      this.#withSchema = false;
      this.host.logger.info(`${this.server.service} takes no schema for ${this.server.model}`);
    }
    return answer;
  }

  /** Counts the request unless it came to nothing before a response. */
  async #send(question: Question, { signal, sent }: Call): Promise<HttpResponse> {
    try {
      const response = await this.#post(question, signal);
      sent.requests += 1;
      return response;
    } catch (error) {
      const isTransient = error instanceof TransientPluginError;
      if (!isTransient || error.isTimeout || error.hasResponse) sent.requests += 1;
      throw isTransient && error.isTimeout ? tooSlow(error, this.server) : error;
    }
  }

  #post(question: Question, signal: AbortSignal): Promise<HttpResponse> {
    return this.host.http.send(
      {
        method: 'POST',
        url: addressOf(this.server, this.#wire.path(this.server)),
        headers: { 'content-type': 'application/json', 'user-agent': 'Archivolt', ...this.#wire.headers(this.server) },
        body: JSON.stringify(this.#wire.body(this.server, question)),
      },
      { signal, timeoutMs: this.limits.timeoutSeconds * 1000, maxResponseBytes: LARGEST_RESPONSE_BYTES },
    );
  }

  #answerIn(response: HttpResponse): ModelAnswer {
    if (response.status < 200 || response.status > 299) {
      const now = this.host.now();
      // Another response, to a request that was sent earlier, does not end the pause.
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseOf(response, now));
      throw faultOf(response, this.server);
    }
    let value: unknown;
    try {
      value = JSON.parse(response.text());
    } catch {
      const remedy = `make sure that ${this.server.setting('BASE_URL')} is the address of an API of this kind`;
      throw new PermanentPluginError(`${this.server.service} responded with no JSON. Remedy: ${remedy}`);
    }
    return this.#wire.read(value);
  }
}
