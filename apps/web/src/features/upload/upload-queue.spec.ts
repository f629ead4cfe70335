import { setImmediate as settled } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { UploadQueue, type KnownFile, type TransferEvents, type UploadItem } from './upload-queue';

const FOUND = { documentId: 'doc_1', documentName: 'a.txt', isRestored: false };
const aFile = (name: string, size = 10): File => new File(['x'.repeat(size)], name);

describe('the queue of uploads', () => {
  let events: Map<string, TransferEvents>;
  let calls: string[];
  let known: KnownFile | undefined;
  let queue: UploadQueue;

  beforeEach(() => {
    events = new Map();
    calls = [];
    known = undefined;
    queue = new UploadQueue({
      maxBytes: () => Promise.resolve(100),
      known: () => Promise.resolve(known),
      send: ({ file: { name } }, own) => {
        events.set(name, own);
        calls.push(`send ${name}`);
        return {
          pause: () => calls.push(`pause ${name}`),
          resume: () => calls.push(`resume ${name}`),
          cancel: () => calls.push(`cancel ${name}`),
        };
      },
    });
  });

  const add = async (...files: File[]) => {
    queue.add('org_1', files);
    await settled();
  };
  const states = () => queue.items().map(({ file, state }) => `${file.name} ${state}`);
  const idOf = (name: string) => queue.items().find(({ file }) => file.name === name)?.id ?? '';
  const item = (name: string): UploadItem | undefined => queue.items().find(({ file }) => file.name === name);

  it('the queue sends three files at a time, and the next one when one has ended', async () => {
    await add(...['a', 'b', 'c', 'd'].map((name) => aFile(name)));
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
    events.get('b')?.onDone(FOUND);
    await settled();
    expect(states()).toEqual(['a sending', 'b processing', 'c sending', 'd sending']);
  });

  it('empty files and files over the limit of the server are not sent', async () => {
    await add(aFile('empty', 0), aFile('large', 101), aFile('fits', 100));
    expect(calls).toEqual(['send fits']);
    expect([item('empty')?.problem, item('large')?.problem]).toEqual([
      { kind: 'empty', canRetry: false },
      { kind: 'tooLarge', canRetry: false },
    ]);
  });

  it('a file that the archive already has is not sent', async () => {
    known = { documentId: 'doc_7', documentName: 'Bank letter' };
    await add(aFile('a'));
    expect(calls).toEqual([]);
    expect(item('a')).toMatchObject({ state: 'duplicate', documentId: 'doc_7', documentName: 'Bank letter' });
  });

  it('the queue continues a paused file, and sends another one first in the meantime', async () => {
    await add(...['a', 'b', 'c', 'd'].map((name) => aFile(name)));
    queue.pause(idOf('a'));
    await settled();
    expect(states()).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
    queue.resume(idOf('a'));
    expect(item('a')?.state).toBe('waiting');
    events.get('b')?.onDone(FOUND);
    await settled();
    expect(item('a')?.state).toBe('sending');
    expect(calls.filter((call) => call.endsWith(' a'))).toEqual(['send a', 'pause a', 'resume a']);
  });

  it('a file that was removed while it was compared is not sent', async () => {
    queue.add('org_1', [aFile('a')]);
    queue.remove(idOf('a'));
    await settled();
    expect([calls, states()]).toEqual([[], []]);
  });

  it('the queue retries failed files, but not those that would fail again', async () => {
    await add(aFile('a'), aFile('b'), aFile('c'));
    events.get('a')?.onProblem({ kind: 'network', canRetry: true });
    events.get('b')?.onProblem({ kind: 'server', canRetry: true });
    events.get('c')?.onProblem({ kind: 'server', canRetry: false });
    queue.retryAll({ onlyNetwork: true });
    await settled();
    expect(states()).toEqual(['a sending', 'b failed', 'c failed']);
    queue.retryAll();
    await settled();
    expect(states()).toEqual(['a sending', 'b sending', 'c failed']);
  });

  it('the queue cancels removed files, and forgets finished ones', async () => {
    await add(aFile('a'), aFile('b'));
    events.get('b')?.onDone(FOUND);
    queue.remove(idOf('a'));
    expect(calls).toContain('cancel a');
    queue.hideDone();
    expect(states()).toEqual([]);
  });

  it('the queue follows the processing of a document until its text is there', async () => {
    await add(aFile('a'), aFile('b'));
    events.get('a')?.onDone(FOUND);
    events.get('b')?.onDone({ ...FOUND, documentId: 'doc_2' });
    queue.processed('doc_1', { pagesDone: 2, pagesTotal: 9 });
    expect(item('a')).toMatchObject({ state: 'processing', pagesDone: 2, pagesTotal: 9 });
    queue.processed('doc_1', { outcome: 'text' });
    queue.processed('doc_2', { outcome: 'encrypted' });
    expect(states()).toEqual(['a found', 'b unread']);
  });
});
