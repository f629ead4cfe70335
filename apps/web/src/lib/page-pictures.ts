import { ArchivoltError } from '@archivolt/sdk';

const LONGEST_WAIT_MS = 60_000;

/** Fetches the picture of a page. The server may have to draw it first: then it is asked again, for a minute. */
export async function fetchPicture(
  send: () => Promise<Response>,
  { signal, waitsAt }: { signal: AbortSignal; waitsAt: readonly number[] },
): Promise<Blob> {
  const until = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const response = await send();
    if (response.ok && response.status !== 202) return response.blob();
    if (!waitsAt.includes(response.status) || Date.now() > until) throw await ArchivoltError.of(response);
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(5_000, Math.max(200, ms)));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
