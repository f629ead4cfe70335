import { createServer } from 'node:net';

/**
 * Below the ports that operating systems give to outgoing connections and to servers that take any: nothing but a test
 * gets one of these by chance between the moment it is found free and the start of the server that needs it.
 */
const [FIRST, LAST] = [12_000, 31_999];
/** Workers of one run choose among different ports. */
const WORKERS = 16;
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
const given = new Set<number>();

/** A port on which nothing listens, for a program that takes its port as an option. */
export async function freePort(): Promise<number> {
  for (;;) {
    const steps = Math.floor(Math.random() * Math.floor((LAST - FIRST) / WORKERS));
    const port = FIRST + steps * WORKERS + worker;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Tries every address of this machine. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
