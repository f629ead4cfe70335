import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { PrivateFiles } from './private-files.js';
import { isolationFor } from './child-launcher.js';
import type { MissingProtection } from './isolation.js';

/** What the operating system adds to the sandbox of this user, and what it could add. */
export interface SandboxReport {
  protections: string[];
  missing: readonly MissingProtection[];
}

/** Starts a sandbox to find out; in the data folder when it belongs to this user, and otherwise in a temporary one. */
export async function reportSandbox(dataDir: string): Promise<SandboxReport> {
  const owner = await stat(dataDir).catch(() => undefined);
  const isOwn = owner !== undefined && owner.uid === process.getuid?.();
  const files = new PrivateFiles(isOwn ? dataDir : tmpdir());
  try {
    const { features, missing } = await isolationFor(files);
    const { uids, landlock, unshare, prlimit, setpriv } = features;
    const protections = [
      ...(uids.length > 0 ? ['a user id for each process'] : []),
      ...(setpriv === undefined ? [] : ['no new privileges']),
      ...(landlock ? ['file access by Landlock'] : []),
      ...(unshare === undefined ? [] : ['no network']),
      ...(prlimit === undefined ? [] : ['limits on resources']),
    ];
    return { protections, missing };
  } finally {
    await files.removeAll();
  }
}
