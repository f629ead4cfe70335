import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PreparedText } from '@archivolt/plugin-kit';
import { TextThreads, TextTooCostly } from '#libs/text-threads';

/** The module of the search plugin that prepares contents, if it has one; bound by the application. */
export const SEARCH_PREPARATION = Symbol('SEARCH_PREPARATION');

/** UTF-16 units that `index` prepares itself: a few milliseconds, no more than the transfer to a thread and back. */
const SHORT = 8_192;
/** The length to index of a content that takes too much time or memory as a whole. */
const KEPT_OF_TOO_COSTLY = 100_000;

/** A content and the data that the search plugin stores for it. */
export interface PreparedContent {
  content: string;
  /** False: words omitted from the index do not find the document. */
  isWhole: boolean;
  /** Missing when `index` prepares the content itself. */
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
