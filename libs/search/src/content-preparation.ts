import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PreparedText } from '@archivolt/plugin-kit';
import { TextThreads, TextTooCostly } from '#libs/text-threads';

/** The module of the search plugin that prepares contents, if it has one; the application binds it. */
export const SEARCH_PREPARATION = Symbol('SEARCH_PREPARATION');

/** UTF-16 units that `index` prepares by itself: a few milliseconds, no more than the way to a thread and back. */
const SHORT = 8_192;
/** What is indexed of a content that takes too much time or memory as a whole. */
const KEPT_OF_TOO_COSTLY = 100_000;

/** A content, and what the search plugin keeps of it. */
export interface PreparedContent {
  content: string;
  /** False: words that are left out of the index do not find the document. */
  isWhole: boolean;
  /** Missing for what `index` prepares by itself. */
  text?: PreparedText;
}

/** Prepares contents for the index in threads, before the transaction that writes them. */
@Injectable()
export class ContentPreparation {
  readonly #logger = new Logger('Search');

  constructor(
    @Inject(SEARCH_PREPARATION) private readonly module: URL | undefined,
    private readonly threads: TextThreads,
  ) {}

  async prepare(organizationId: string, content: string): Promise<PreparedContent> {
    if (content.length <= SHORT || this.module === undefined) return { content, isWhole: true };
    try {
      const text = await this.#inThread(this.module, organizationId, content);
      return { content, text, isWhole: !text.isCut };
    } catch (error) {
      if (!(error instanceof TextTooCostly)) throw error;
      this.#logger.warn(`Only the beginning of a text of ${content.length} characters is indexed: ${error.message}.`);
      const start = content.slice(0, KEPT_OF_TOO_COSTLY).toWellFormed();
      return { content, text: await this.#inThread(this.module, organizationId, start), isWhole: false };
    }
  }

  #inThread(module: URL, organizationId: string, input: string): Promise<PreparedText> {
    return this.threads.run<string, PreparedText>({ organizationId, module, input, characters: input.length });
  }
}
