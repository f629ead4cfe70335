// The entry of a worker thread: loads the named module and runs it, one task at a time.
import { move, transferableSymbol, valueSymbol } from 'piscina';

interface Task {
  module: string;
  input?: unknown;
  /** Instead of one input: each is processed, one after the other. */
  inputs?: readonly unknown[];
}

export default async function work({ module, input, inputs }: Task): Promise<unknown> {
  const { default: run } = (await import(module)) as { default: (input: unknown) => unknown };
  const result = inputs ? await inOrder(inputs, run) : await run(input);
  return move({ [transferableSymbol]: buffersIn(result), [valueSymbol]: result as object });
}

async function inOrder(inputs: readonly unknown[], run: (input: unknown) => unknown): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const input of inputs) results.push(await run(input));
  return results;
}

/** Byte arrays that own their whole buffer are moved to the other thread; others are copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!(value instanceof Uint8Array)) return Object.values(value).flatMap(buffersIn);
  const { buffer, byteLength } = value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
