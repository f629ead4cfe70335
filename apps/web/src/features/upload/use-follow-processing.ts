import { useEffect } from 'react';
import { onProgress } from '../../lib/live-events';
import { uploadQueue } from './present-uploads';
import { outcomeOf } from './uploads.queries';

/** For documents whose end the stream of events did not bring, such as while it was away. */
const ASK_EVERY_MS = 4_000;
const ASKED_AT_ONCE = 5;

/** Keeps the documents of uploaded files up to date until their text was read. */
export function useFollowProcessing(): void {
  useEffect(() => {
    const asked = new Set<string>();
    const ask = async (organizationId: string, documentId: string): Promise<void> => {
      if (asked.has(documentId)) return;
      asked.add(documentId);
      try {
        const outcome = await outcomeOf(organizationId, documentId);
        if (outcome !== undefined) uploadQueue.processed(documentId, { outcome });
      } catch {
        // Asked again later.
      } finally {
        asked.delete(documentId);
      }
    };
    const processing = () => uploadQueue.items().filter(({ state }) => state === 'processing');
    const stop = onProgress(({ documentId, status, pagesDone, pagesTotal }) => {
      const item = processing().find((each) => each.documentId === documentId);
      if (!item) return;
      if (status === 'completed') void ask(item.organizationId, documentId);
      else uploadQueue.processed(documentId, { pagesDone, pagesTotal });
    });
    const timer = setInterval(() => {
      for (const { organizationId, documentId } of processing().slice(0, ASKED_AT_ONCE))
        if (documentId !== undefined) void ask(organizationId, documentId);
    }, ASK_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
}
