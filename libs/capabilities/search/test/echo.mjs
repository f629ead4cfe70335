import { threadId } from 'node:worker_threads';

export default function echo(input) {
  return { threadId, bytes: new TextEncoder().encode(input.text) };
}
