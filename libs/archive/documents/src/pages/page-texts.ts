/** The pages of a content: form feeds separate them. */
export class PageTexts {
  /** Where each page starts. */
  readonly #starts: number[] = [0];

  constructor(private readonly content: string) {
    for (let at = content.indexOf('\f'); at >= 0; at = content.indexOf('\f', at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The page, counted from 1, of a place in the content. */
  pageAt(place: number): number {
    let [from, to] = [0, this.#starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) from = middle;
      else to = middle;
    }
    return from + 1;
  }

  startOf(page: number): number {
    return this.#starts[page - 1] ?? 0;
  }

  textOf(page: number): string {
    const next = this.#starts[page];
    return this.content.slice(this.startOf(page), next === undefined ? undefined : next - 1);
  }
}
