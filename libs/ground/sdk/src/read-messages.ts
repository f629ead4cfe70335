import { createParser } from 'eventsource-parser';

/** A message of a stream of server-sent events. */
export interface Message {
  /** Undefined for messages without a name. */
  event: string | undefined;
  id: string | undefined;
  data: string;
}

export interface ReadOptions {
  /** Called with the milliseconds after which the server asks its clients to connect again. */
  onRetry(milliseconds: number): void;
  /** Without a byte for so long the connection counts as lost. */
  silenceMs: number;
}

/** The messages of a response as they arrive. Ends when the connection does; throws when it breaks. */
export async function* readMessages(
  response: Response,
  { onRetry, silenceMs }: ReadOptions,
): AsyncGenerator<Message, undefined> {
  const arrived: Message[] = [];
  const parser = createParser({ onEvent: ({ event, id, data }) => arrived.push({ event, id, data }), onRetry });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const chunk = await inTime(reader?.read(), silenceMs);
      if (!chunk || chunk.done) return undefined;
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

async function inTime<Result>(work: Promise<Result> | undefined, milliseconds: number): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing arrived for ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
