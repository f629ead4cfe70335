// What previews cost: servers with and without them get the same scans, and a text behind them.
//   npm run bench -- previews [--scans 20] [--rounds 2]
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { benchServer, ms, table } from './tools/bench-server.mjs';
import { scan } from './tools/scans.mjs';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { scans: { type: 'string', default: '20' }, rounds: { type: 'string', default: '2' } },
  });
  const scans = await Promise.all(Array.from({ length: Number(values.scans) }, (_, number) => scan(number)));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // The order changes, so that neither profits from being the second one.
    const orders = ['true', 'false'];
    for (const enabled of round % 2 === 0 ? orders : orders.reverse()) table([await measure(enabled, scans)]);
  }
}

async function measure(enabled, scans) {
  const server = await benchServer({ PREVIEWS_ENABLED: enabled });
  try {
    await server.start();
    const archive = await server.anArchive();
    const began = performance.now();
    for (const [number, content] of scans.entries()) await archive.upload(`scan ${number}.png`, content);
    const behind = performance.now();
    const text = await archive.upload('text.txt', 'a text that waits for nothing');
    const times = { text: 0, found: 0, thumbnails: 0 };
    while (Object.values(times).includes(0)) {
      const { documents } = await archive.list('pageSize=100');
      const pictures = documents.filter(({ id }) => id !== text.body.document.id);
      const note = (name, since, isDone) => {
        if (times[name] === 0 && isDone) times[name] = performance.now() - since;
      };
      note(
        'text',
        behind,
        documents.length > pictures.length && isRead(documents.find((each) => !pictures.includes(each))),
      );
      note('found', began, pictures.every(isRead));
      note(
        'thumbnails',
        began,
        pictures.every(({ preview }) => preview.status !== 'pending'),
      );
      await delay(25);
    }
    const { text: read, found, thumbnails } = times;
    const made = enabled === 'true' ? `, all thumbnails after ${ms(thumbnails)}` : '';
    return [
      enabled === 'true' ? 'with previews' : 'without previews',
      `text found after ${ms(read)}, all scans after ${ms(found)}${made}`,
    ];
  } finally {
    await server.remove();
  }
}

const isRead = ({ extraction }) => extraction.status === 'completed';
