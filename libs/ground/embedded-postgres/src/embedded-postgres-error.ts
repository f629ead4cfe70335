/** A start or stop that failed for a reason the operator can act on; the message is one sentence with the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another server owns the data folder; a retry does not help. */
export class DataFolderInUse extends EmbeddedPostgresError {}

/** A failure that passes within seconds, for instance while the last processes of a killed server end. */
export class NotReadyYet extends EmbeddedPostgresError {}

/** The code of a system or database error. Not by `instanceof`: under jest those errors have another `Error` class. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

const diskFull = (folder: string) =>
  `The disk that holds ${folder} is full; a start needs about 100 MB of free space. Free some and start again.`;

export function folderError(folder: string, cause: unknown): unknown {
  const code = errorCode(cause);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new EmbeddedPostgresError(
      `The data folder ${folder} cannot be read and written by this user; give this user access or set DATA_DIR to another folder.`,
      { cause },
    );
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new EmbeddedPostgresError(`The data folder ${folder} is not a folder; set DATA_DIR to another place.`, {
      cause,
    });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EmbeddedPostgresError(diskFull(folder), { cause });
  return cause;
}

/** Looks for parts of the line: one regular expression over the whole line would take quadratic time. */
const reportsAnotherPostmaster = (line: string): boolean =>
  (line.includes('lock file') && line.includes('already exists')) ||
  (line.includes('shared memory block') && line.includes('still in use'));

/** Summarizes in one sentence what PostgreSQL wrote when it failed. */
export function explainOutput(step: string, output: string, folder: string, logFile: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output))
    return new EmbeddedPostgresError(diskFull(folder));
  const lines = output.split('\n').map((line) => line.trim());
  const telling =
    lines.find((line) => /PANIC:|FATAL:|error:|error while loading/.test(line)) ?? lines.findLast(Boolean);
  const reason = telling?.replace(/^.*?(PANIC|FATAL|error): */, '') ?? 'it gave no reason';
  const message = `The embedded PostgreSQL could not ${step} (${reason}); see ${logFile}, or set DATABASE_URL to use another server.`;
  return lines.some(reportsAnotherPostmaster) ? new NotReadyYet(message) : new EmbeddedPostgresError(message);
}
