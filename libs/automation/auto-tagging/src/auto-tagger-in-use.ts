import { Injectable, Logger } from '@nestjs/common';
import type { TaggingRequest, TaggingSuggestion } from '@archivolt/plugin-kit';
import { AutoTaggingConfig } from '#config/auto-tagging';
import { Turns } from '#ground/kernel';
import { limitedCall, PluginHost, type ProvidedBy } from '#ground/plugin-host';
import { readSuggestion } from './suggested-tags.js';

const CONCURRENCY = 2;
const TIMEOUT_SECONDS = 60;

/** The auto-tagger that the settings choose, with the limits that it declares. */
@Injectable()
export class AutoTaggerInUse {
  readonly #logger = new Logger('AutoTagging');
  readonly #turns: Turns;
  readonly #provided: ProvidedBy<'auto-tagger'> | undefined;

  constructor(
    private readonly host: PluginHost,
    config: AutoTaggingConfig,
  ) {
    this.#provided = config.isEnabled ? host.chosenOrNone('auto-tagger') : undefined;
    this.#turns = new Turns({ running: this.concurrency, waiting: Number.MAX_SAFE_INTEGER, waitMs: 0 });
  }

  /** False when no plugin is chosen, or the server does not allow it. */
  get isAvailable(): boolean {
    return this.#provided !== undefined;
  }

  /** The id of the plugin. */
  get provider(): string {
    return this.#provided?.plugin.id ?? '';
  }

  get concurrency(): number {
    return this.#provided?.declaration.concurrency ?? CONCURRENCY;
  }

  /** Creates and starts the plugin unless it runs. Throws when it cannot, for instance because it has no model. */
  async open(): Promise<void> {
    if (this.#provided) await this.host.open('auto-tagger', this.#provided);
  }

  /** Throws when the plugin fails, returns something else than a suggestion, or takes too long. */
  async suggest(request: TaggingRequest, signal: AbortSignal): Promise<TaggingSuggestion> {
    const provided = this.#provided;
    if (!provided) return { tags: [] };
    const { plugin, declaration } = provided;
    return this.#turns.take(
      async () => {
        const tagger = await this.host.open('auto-tagger', provided);
        const seconds = declaration.timeoutSeconds ?? TIMEOUT_SECONDS;
        const answer = await limitedCall(plugin.id, { seconds, signal }, (ending) =>
          tagger.suggest(request, { signal: ending }),
        );
        const suggestion = readSuggestion(plugin.id, answer);
        this.#logger.debug(`${plugin.id} used ${JSON.stringify(suggestion.usage ?? {})} for ${request.documentId}`);
        return suggestion;
      },
      { signal },
    );
  }
}
