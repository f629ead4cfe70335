/** Rejects with `message` when `work` has not ended in time; `work` itself goes on. */
export async function withinTime<Result>(work: Promise<Result>, milliseconds: number, message: string) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
