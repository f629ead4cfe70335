/** Some at a time; results come in the order of the source. */
export async function* inParallel<In, Out>(
  source: AsyncIterable<In>,
  atATime: number,
  work: (each: In) => Promise<Out>,
): AsyncIterable<Out> {
  const running: Promise<Out>[] = [];
  try {
    for await (const each of source) {
      running.push(work(each));
      if (running.length === atATime) yield await (running.shift() as Promise<Out>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<Out>);
  } finally {
    await Promise.allSettled(running);
  }
}
