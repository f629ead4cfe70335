/** The first Ctrl-C ends the work after the files that are being copied, the second one ends the process. */
export async function untilInterrupted<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error(message));
  process.once('SIGINT', interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}
