import { Injectable, Logger } from '@nestjs/common';
import type { PreparedText } from '@archivolt/plugin-kit';
import { TextThreads, TextTooCostly } from './text-threads.js';

/** UTF-16 units that `index` prepares itself: a few milliseconds, no more than the transfer to a thread and back. */
const SHORT = 8_192;
/** The length to index of a content that takes too much time or memory as a whole. */
const KEPT_OF_TOO_COSTLY = 100_000;

/** Takes the turns of one organization, so that the texts of requests find a thread. */
const BACKGROUND = 'search-index';

/** A search plugin, and the module that prepares contents for it, if it has one. */
export interface PreparingEngine {
  pluginId: string;
  declaration: { prepare?: URL };
}

/** A content and the data that the search plugins store for it. */
export interface PreparedContent {
  content: string;
  /** False: words omitted from the index do not find the document. */
  isWhole: boolean;
  /** Prepared texts by the id of the plugin; missing when its `index` prepares the content itself. */
  texts?: ReadonlyMap<string, PreparedText>;
}

/** Prepares contents for the index in threads, before the transaction that writes them. */
@Injectable()
export class ContentPreparation {
  readonly #logger = new Logger('Search');

  constructor(private readonly threads: TextThreads) {}

  async prepare(
    organizationId: string,
    content: string,
    engines: readonly PreparingEngine[],
  ): Promise<PreparedContent> {
    if (content.length <= SHORT) return { content, isWhole: true };
    const texts = new Map<string, PreparedText>();
    let isWhole = true;
    for (const { pluginId, declaration } of engines) {
      if (declaration.prepare === undefined) continue;
      const prepared = await this.#text(declaration.prepare, organizationId, content);
      texts.set(pluginId, prepared.text);
      isWhole &&= prepared.isWhole;
    }
    return { content, isWhole, texts };
  }

  async #text(module: URL, organizationId: string, content: string): Promise<{ text: PreparedText; isWhole: boolean }> {
    try {
      const text = await this.#inThread(module, organizationId, content);
      return { text, isWhole: !text.isCut };
    } catch (error) {
      if (!(error instanceof TextTooCostly)) throw error;
      this.#logger.warn(`Only the beginning of a text of ${content.length} characters is indexed: ${error.message}.`);
      const start = content.slice(0, KEPT_OF_TOO_COSTLY).toWellFormed();
      return { text: await this.#inThread(module, organizationId, start), isWhole: false };
    }
  }

  /**
   * Prepares many documents in the background, by their ids: short contents, too, are prepared in a thread, all at
   * once.
   */
  async prepareAll(
    documents: readonly { id: string; organizationId: string; content: string }[],
    { pluginId, declaration: { prepare: module } }: PreparingEngine,
  ): Promise<Map<string, PreparedText>> {
    const texts = new Map<string, PreparedText>();
    if (module === undefined) return texts;
    const short = documents.filter(({ content }) => content.length <= SHORT);
    if (short.length > 0) {
      const prepared = await this.threads.runEach<string, PreparedText>({
        organizationId: BACKGROUND,
        module,
        inputs: short.map(({ content }) => content),
        characters: short.reduce((sum, { content }) => sum + content.length, 0),
      });
      for (const [index, { id }] of short.entries()) texts.set(id, prepared[index] ?? fail(pluginId));
    }
    for (const { id, content } of documents)
      if (content.length > SHORT) texts.set(id, (await this.#text(module, BACKGROUND, content)).text);
    return texts;
  }

  #inThread(module: URL, organizationId: string, input: string): Promise<PreparedText> {
    return this.threads.run<string, PreparedText>({ organizationId, module, input, characters: input.length });
  }
}

function fail(pluginId: string): never {
  throw new Error(`the preparation of ${pluginId} returned too few texts`);
}
