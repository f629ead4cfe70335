import { chmodSync, chownSync, statSync } from 'node:fs';

/**
 * Start of the range of user ids that systemd, distributions and container tools leave unassigned. A server started as
 * root takes its unprivileged user ids from this range.
 */
const FIRST_UID = 1_879_048_192;
const UIDS_PER_PROCESS = 64;
const LARGEST_PID = 4_194_304;

/** User id of the embedded PostgreSQL when the server is started as root. */
export const DATABASE_UID = FIRST_UID + 1;

/**
 * Group of the embedded PostgreSQL and of the sandboxed processes. It may traverse the data folder, but no file is
 * readable by it.
 */
export const SERVICE_GID = FIRST_UID + 1;

/** User ids for the sandboxed processes of this server; no other server on the machine uses the same ids. */
export const sandboxUids: readonly number[] = Array.from(
  { length: UIDS_PER_PROCESS },
  (_, slot) => FIRST_UID + (process.pid % LARGEST_PID) * UIDS_PER_PROCESS + slot,
);

/** Lets a group traverse a folder that otherwise only its owner may enter. The group cannot list the folder. */
export function letGroupThrough(folder: string, gid: number): void {
  const { mode } = statSync(folder);
  if ((mode & 0o077) !== 0) return;
  chownSync(folder, -1, gid);
  chmodSync(folder, (mode & 0o777) | 0o010);
}
