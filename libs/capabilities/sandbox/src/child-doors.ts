// Closes what a child needed while it loaded its modules, before it sees the first file.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** Parts of `process` that reach other processes or load native code; `drop` came with Node 26. */
interface OpenProcess {
  permission?: { drop?: (scope: string) => void };
  [name: string]: unknown;
}

/** Signals reach every process of the same user, and no permission covers them. */
const TO_OTHER_PROCESSES = ['kill', '_kill', '_debugProcess', '_debugEnd'];

export function closeDoors(): void {
  const open = process as unknown as OpenProcess;
  const { permission } = open;
  for (const scope of ['addon', 'worker']) permission?.drop?.(scope);
  for (const name of [...TO_OTHER_PROCESSES, 'dlopen']) close(open, name);
  close(os, 'setPriority');
  if (permission?.drop === undefined) close(createRequire(import.meta.url)('node:worker_threads') as object, 'Worker');
  syncBuiltinESMExports();
}

/** Replaced and not removed: Node itself expects to find it. */
function close(owner: object, name: string): void {
  const value = (): never => {
    throw Object.assign(new Error(`${name} is not allowed in the process that reads documents`), {
      code: 'ERR_ACCESS_DENIED',
    });
  };
  Object.defineProperty(owner, name, { value, writable: false, configurable: false, enumerable: true });
}
