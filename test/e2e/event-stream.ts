export interface StreamMessage {
  event: string | undefined;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** An open response of server-sent events, as a program reads it that knows the format only. */
export class EventStream {
  readonly #messages: StreamMessage[] = [];
  readonly #reading: Promise<void>;
  #hasEnded = false;
  #changed = Promise.withResolvers<void>();

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.#reading = this.#read();
  }

  static async open(address: string, headers: Record<string, string>): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(address, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return new EventStream(response, abort);
  }

  /** All messages until one that `isLast` accepts, without those of earlier calls. */
  async until(isLast: (message: StreamMessage) => boolean): Promise<StreamMessage[]> {
    for (;;) {
      const index = this.#messages.findIndex(isLast);
      if (index >= 0) return this.#messages.splice(0, index + 1);
      if (this.#hasEnded) throw new Error(`the stream ended after ${JSON.stringify(this.#messages)}`);
      await this.#changed.promise;
    }
  }

  /** The next message that is neither about the cursor nor a heartbeat. */
  async next(): Promise<StreamMessage | undefined> {
    return (await this.until(({ event }) => event !== 'cursor')).at(-1);
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.ended();
  }

  /** Resolves when the server has closed the connection. */
  ended(): Promise<void> {
    return this.#reading;
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#add(block);
      }
    } catch {
      // The connection was closed without an end; the messages before count.
    }
    this.#hasEnded = true;
    this.#changed.resolve();
  }

  #add(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
    );
    const data = fields.get('data');
    if (data === undefined) return;
    this.#messages.push({
      event: fields.get('event'),
      id: fields.get('id'),
      data: JSON.parse(data) as Record<string, unknown>,
    });
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
