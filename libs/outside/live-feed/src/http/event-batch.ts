import type { RecordedEvent } from '#ground/history';
import { eventView } from './event.view.dto.js';
import type { FeedStream } from './feed-stream.js';
import { eventFrame } from './frames.js';

interface Frames {
  frames: Uint8Array;
  /** The position of the last of them. */
  last: number;
}

/** Events as clients get them. Each is serialized once, and so is each selection that several clients get. */
export class EventBatch {
  readonly #texts: string[];
  readonly #selections = new Map<string, Frames | undefined>();

  constructor(private readonly events: readonly RecordedEvent[]) {
    this.#texts = events.map((event) => eventFrame(eventView(event)));
  }

  /** The events after the cursor of the stream that it gets; undefined when there is none. */
  for({ cursor, names }: FeedStream): Frames | undefined {
    const key = `${cursor} ${names?.join(' ') ?? '*'}`;
    if (!this.#selections.has(key)) this.#selections.set(key, this.#select(cursor, names));
    return this.#selections.get(key);
  }

  #select(cursor: number, names: readonly string[] | undefined): Frames | undefined {
    let [text, last] = ['', cursor];
    for (const [index, { position, name }] of this.events.entries()) {
      if (position <= cursor || names?.includes(name) === false) continue;
      text += this.#texts[index] ?? '';
      last = position;
    }
    return text === '' ? undefined : { frames: Buffer.from(text), last };
  }
}
