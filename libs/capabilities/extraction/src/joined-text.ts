import { makeLayout, MOST_PAGES, MOST_WORD_BYTES, type Extraction, type PageLayout } from '#capabilities/sandbox';

/** The text of a document, followed by those of the files in it, page by page. */
export class JoinedText {
  readonly #texts: string[] = [];
  readonly #layouts: PageLayout[] = [];
  #pages = 0;
  #wordBytes = 0;

  constructor(private readonly main: Extraction) {
    this.add(main);
  }

  /** Returns the number of its first page; null when there is no text. */
  add({ outcome, text, pages, layouts }: Extraction): number | null {
    if (outcome !== 'text' || text === '') return null;
    const firstPage = this.#pages + 1;
    this.#texts.push(text);
    this.#pages += pages;
    for (const layout of layouts.slice(0, pages)) this.#addLayout(layout);
    // A reader need not know the layout of each page, but the next file begins on its own page.
    while (this.#layouts.length < Math.min(this.#pages, MOST_PAGES)) this.#addLayout(NOTHING_KNOWN);
    return firstPage;
  }

  finish(): Pick<Extraction, 'layouts' | 'outcome' | 'pages' | 'reason' | 'text'> {
    const { outcome, reason } = this.main;
    const hasText = this.#texts.length > 0;
    return {
      outcome: hasText ? 'text' : outcome,
      reason: hasText ? null : reason,
      text: this.#texts.join('\f'),
      pages: this.#pages,
      layouts: this.#layouts,
    };
  }

  #addLayout(layout: PageLayout): void {
    if (this.#layouts.length >= MOST_PAGES) return;
    this.#wordBytes += layout.words?.length ?? 0;
    this.#layouts.push(this.#wordBytes > MOST_WORD_BYTES ? { ...layout, words: null } : layout);
  }
}

const NOTHING_KNOWN = makeLayout(undefined, undefined, 'text', undefined, null);
