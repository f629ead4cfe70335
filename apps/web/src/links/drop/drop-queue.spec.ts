import { describe, expect, it } from '@jest/globals';
import { DropQueue, type DropItem, type DropProblem } from './drop-queue';

const file = (name: string, content = 'content') => new File([content], name);
const REFUSED: DropProblem = { kind: 'server', message: 'No.', canRetry: true };

/** A queue whose files are answered by hand, in the order in which they are sent. */
function handledQueue() {
  const sent: { item: DropItem; onProgress: (sent: number) => void; answer: (problem?: DropProblem) => void }[] = [];
  let keys = 0;
  const queue = new DropQueue(
    (item, onProgress) => new Promise((answer) => sent.push({ item, onProgress, answer })),
    () => String((keys += 1)),
  );
  const states = () => queue.items().map(({ file: { name }, state }) => `${name} ${state}`);
  const answer = async (problem?: DropProblem) => {
    sent.at(-1)?.answer(problem);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, sent, states, answer };
}

describe('the files of a visitor', () => {
  it('files of a visitor wait until they are sent, and are then sent one after the other', async () => {
    const { queue, sent, states, answer } = handledQueue();
    queue.add([file('a'), file('b')], null);
    expect(states()).toEqual(['a chosen', 'b chosen']);
    queue.sendAll();
    expect(states()).toEqual(['a sending', 'b waiting']);
    sent[0]?.onProgress(3);
    expect(queue.items()[0]?.sent).toBe(3);
    await answer();
    expect(states()).toEqual(['a received', 'b sending']);
    await answer();
    expect(states()).toEqual(['a received', 'b received']);
    expect(sent).toHaveLength(2);
  });

  it('files of a visitor that are empty or too large are refused at once', () => {
    const { queue, states } = handledQueue();
    queue.add([file('empty', ''), file('large', '12345'), file('fits', '1234')], 4);
    expect(states()).toEqual(['empty failed', 'large failed', 'fits chosen']);
    queue.retryAll();
    expect(states()).toEqual(['empty failed', 'large failed', 'fits chosen']);
  });

  it('sending continues after a failed file, which is retried with the same key', async () => {
    const { queue, sent, states, answer } = handledQueue();
    queue.add([file('a'), file('b')], null);
    queue.sendAll();
    await answer(REFUSED);
    expect(states()).toEqual(['a failed', 'b sending']);
    await answer();
    queue.retryAll();
    await answer();
    expect(states()).toEqual(['a received', 'b received']);
    expect(sent[2]?.item.key).toBe(sent[0]?.item.key);
  });

  it('all files fail when the server accepts no more', async () => {
    const { queue, states, answer } = handledQueue();
    queue.add([file('a'), file('b'), file('c')], null);
    queue.sendAll();
    await answer();
    await answer({ ...REFUSED, canRetry: false, stops: 'all' });
    expect(states()).toEqual(['a received', 'b failed', 'c failed']);
  });

  it('files of a visitor stay chosen while the password is asked for again', async () => {
    const { queue, states, answer } = handledQueue();
    queue.add([file('a'), file('b')], null);
    queue.sendAll();
    await answer({ ...REFUSED, stops: 'password' });
    expect(states()).toEqual(['a chosen', 'b chosen']);
    queue.sendAll();
    await answer();
    await answer();
    expect(states()).toEqual(['a received', 'b received']);
  });

  it('files of a visitor can be removed unless they are being sent', () => {
    const { queue, states } = handledQueue();
    queue.add([file('a'), file('b')], null);
    queue.sendAll();
    for (const { id } of queue.items()) queue.remove(id);
    expect(states()).toEqual(['a sending']);
  });
});
