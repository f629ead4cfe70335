// Milliseconds of processor time since the start of each process.
import { readdirSync, readFileSync } from 'node:fs';
import { processesOf } from './bench-server.mjs';

/** Of the server, of one more process, and of the PostgreSQL of the server: backends that have ended are missing. */
export function processorTimes(server, other) {
  const postgres = processesOf(server.pid, server.dataDir).filter((pid) => pid !== server.pid && isPostgres(pid));
  return {
    server: timeOf(server.pid),
    writer: timeOf(other),
    postgres: postgres.reduce((sum, pid) => sum + timeOf(pid), 0),
  };
}

/** Of all threads, in nanoseconds as the scheduler counts them. */
function timeOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6,
      0,
    );
  } catch {
    return 0; // it has ended
  }
}

const isPostgres = (pid) => read(`/proc/${pid}/comm`).trim() === 'postgres';

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
