import { contentHash } from './content-hash';
import { UploadQueue, isUnfinished, type Transfer } from './upload-queue';
import { knownDocument, maxUploadBytes } from './uploads.queries';

/** The files of this browser tab. They go on while the person moves through the pages. */
export const uploadQueue = new UploadQueue({
  maxBytes: maxUploadBytes,
  known: async ({ organizationId, file }) => {
    const sha256 = await contentHash(file);
    return sha256 === undefined ? undefined : knownDocument(organizationId, sha256);
  },
  send: (item, events) => {
    // The code of the protocol is loaded with the first file.
    const loaded = import('./send-file').then(({ sendFile }) => sendFile(item, events));
    loaded.catch(() => events.onProblem({ kind: 'network', canRetry: true }));
    const then = (act: (transfer: Transfer) => void) => () => void loaded.then(act, () => undefined);
    return { pause: then((t) => t.pause()), resume: then((t) => t.resume()), cancel: then((t) => t.cancel()) };
  },
});

addEventListener('online', () => uploadQueue.retryAll({ onlyNetwork: true }));
addEventListener('beforeunload', (event) => {
  if (uploadQueue.items().some(isUnfinished)) event.preventDefault();
});
