import { useCallback, useEffect, useRef, useState } from 'react';
import { hasCode } from '../../lib/errors';
import { readFileRequest, tryPassword, type OpenFileRequest } from './drop.queries';

export interface FileRequestAccess {
  request: OpenFileRequest | undefined;
  /** The password has to be given, or given again. */
  needsPassword: boolean;
  /** Why there is no request. */
  error: unknown;
  accessToken: string | undefined;
  read: () => Promise<void>;
  /** Rejects when it is refused. */
  enter: (password: string) => Promise<void>;
  /** The access has ended. */
  lock: () => void;
}

/** What a link asks for, as far as the visitor may know it. The access lasts as long as the page is open. */
export function useFileRequest(token: string): FileRequestAccess {
  const [request, setRequest] = useState<OpenFileRequest>();
  const [needsPassword, setNeedsPassword] = useState(false);
  const [error, setError] = useState<unknown>();
  const accessToken = useRef<string>(undefined);
  const read = useCallback(async (): Promise<void> => {
    setError(undefined);
    try {
      setRequest(await readFileRequest(token, accessToken.current));
      setNeedsPassword(false);
    } catch (failure) {
      if (hasCode(failure, 'file_request.password_required')) setNeedsPassword(true);
      else setError(failure);
    }
  }, [token]);
  useEffect(() => void read(), [read]);
  const enter = async (password: string): Promise<void> => {
    try {
      accessToken.current = await tryPassword(token, password);
    } catch (refusal) {
      // The password was removed in the meantime: nothing is asked for any more.
      if (!hasCode(refusal, 'file_request.not_password_protected')) throw refusal;
    }
    await read();
  };
  return {
    ...{ request, needsPassword, error, read, enter },
    lock: () => setNeedsPassword(true),
    get accessToken() {
      return accessToken.current;
    },
  };
}
