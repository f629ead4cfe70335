import { useEffect, useState } from 'react';
import { needsPassword, sharedDocument, type Shared, type Visit } from './share-link.queries';

/** What a visitor may see at this moment. `error` is what the server refused it with. */
export type VisitState =
  | { kind: 'failed'; error: unknown }
  | { kind: 'loading' }
  | { kind: 'locked'; hasExpired: boolean }
  | { kind: 'open'; shared: Shared; visit: Visit };

export interface VisitHandle {
  state: VisitState;
  /** With what the password gave. */
  enter: (accessToken: string) => void;
  /** What a request of an open link was refused with: it may have expired, ended or been used up in the meantime. */
  refuse: (error: unknown) => void;
  retry: () => void;
  /** One download less is left. */
  countDownload: () => void;
  /** Asks again what is shared: the number of pages is known when the first one is drawn. */
  refresh: () => void;
}

/** Opens a link, and keeps what came of it. */
export function useVisit(token: string): VisitHandle {
  const [visit, setVisit] = useState<Visit>({ token, accessToken: undefined });
  const [state, setState] = useState<VisitState>({ kind: 'loading' });
  const refuse = (error: unknown): void => {
    if (!needsPassword(error)) return setState({ kind: 'failed', error });
    setState({ kind: 'locked', hasExpired: visit.accessToken !== undefined });
  };
  useEffect(() => {
    const controller = new AbortController();
    setState({ kind: 'loading' });
    sharedDocument(visit, controller.signal).then(
      (shared) => setState({ kind: 'open', shared, visit }),
      (error: unknown) => {
        if (!controller.signal.aborted) refuse(error);
      },
    );
    return () => controller.abort();
  }, [visit]);
  return {
    state,
    enter: (accessToken) => setVisit({ token, accessToken }),
    refuse,
    retry: () => setVisit({ ...visit }),
    refresh: () => {
      sharedDocument(visit, new AbortController().signal).then(
        (shared) => setState((before) => (before.kind === 'open' ? { ...before, shared } : before)),
        () => undefined, // what is on the page still works, or says why not
      );
    },
    countDownload: () => setState((before) => (before.kind === 'open' ? withoutOneDownload(before) : before)),
  };
}

function withoutOneDownload(open: VisitState & { kind: 'open' }): VisitState {
  const { shareLink } = open.shared;
  const { downloadsLeft } = shareLink;
  if (downloadsLeft === null) return open;
  return {
    ...open,
    shared: { ...open.shared, shareLink: { ...shareLink, downloadsLeft: Math.max(0, downloadsLeft - 1) } },
  };
}
