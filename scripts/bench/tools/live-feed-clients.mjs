// The clients of the measurement of the live feed, in a process of their own: many open streams that note when each event
// arrives.
import { get } from 'node:http';

const CONNECT_AT_A_TIME = 25;
/** Of so many events the lag of one is kept, so that the notes do not take the memory and time that are measured. */
const KEEP_EVERY = 7;

const lags = [];
let [events, closed, outOfOrder] = [0, 0, 0];
const counts = [];

process.on('message', async (message) => {
  if (message === 'report') {
    process.send({ lags, events, closed, outOfOrder, fewest: Math.min(...counts) });
    return;
  }
  const { address, headers, clients } = message;
  for (let from = 0; from < clients; from += CONNECT_AT_A_TIME) {
    const count = Math.min(CONNECT_AT_A_TIME, clients - from);
    await Promise.all(Array.from({ length: count }, (_, index) => follow(address, headers, from + index)));
  }
  process.send('connected');
});

function follow(address, headers, number) {
  counts[number] = 0;
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered with ${response.statusCode}`));
      let [rest, last] = ['', 0];
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        const now = Date.now();
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) last = note(block, last, number, now);
      });
      response.on('close', () => (closed += 1));
      resolve();
    });
    request.on('error', () => undefined);
  });
}

/** Returns the cursor of the event. */
function note(block, last, number, now) {
  if (!block.startsWith('id: ') || block.includes('\nevent: ')) return last;
  const cursor = Number(block.slice(4, block.indexOf('\n')));
  if (last > 0 && cursor !== last + 1) outOfOrder += 1;
  events += 1;
  counts[number] += 1;
  if (events % KEEP_EVERY === 0) lags.push(now - Date.parse(/"timestamp":"([^"]+)"/.exec(block)[1]));
  return cursor;
}
