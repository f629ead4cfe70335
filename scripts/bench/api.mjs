// What everyday requests cost in an archive of any size, one after the other and by many clients at once:
//   npm run bench -- api [--documents 1000] [--keep <folder>] [--rounds 10] [--requests 20] [--clients 16] [--seconds 10]
//     [--engine <search plugin>] [--json <file>]
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS, connect, openArchive } from './tools/archive.mjs';
import { change, everydayRequests, mixedRequest } from './tools/everyday-requests.mjs';
import { atOnce, inTurns } from './tools/measure.mjs';
import { idleUse } from './tools/processor-time.mjs';
import { circumstances, report } from './tools/report.mjs';

const IDLE_SECONDS = 5;

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: { ...ARCHIVE_OPTIONS, rounds: option(10), requests: option(20), clients: option(16), seconds: option(10) },
  });
  const { json, keep: _, ...options } = values;
  const [rounds, requests, clients, seconds] = ['rounds', 'requests', 'clients', 'seconds'].map((name) =>
    Number(values[name]),
  );
  const archive = await openArchive(values);
  const { server } = archive;
  const database = await connect(server);
  const everyone = Array.from({ length: clients }, () => archive.newClient());
  try {
    const about = await circumstances({ bench: 'api', ...archive, options, database });
    const requestsOf = await everydayRequests(archive, database);
    const idle = await idleUse(server, IDLE_SECONDS);
    const sequential = await inTurns(server, Object.values(requestsOf(everyone[0])), { rounds, requests, idle });
    const kinds = everyone.map((client, place) => requestsOf(client, place));
    const mixed = await atOnce(server, { clients, seconds, idle }, (place, number) =>
      mixedRequest(kinds[place], place, number),
    );
    const writers = await atOnce(server, { clients, seconds, idle }, (place, number) => change(kinds[place], number));
    report(
      about,
      [
        { title: 'idle', rows: [idleRow(idle)] },
        { title: 'one after the other', rows: sequential },
        { title: `${clients} clients, mixed`, rows: mixed },
        { title: `${clients} clients change one organization`, rows: writers },
      ],
      json,
    );
  } finally {
    for (const client of everyone) client.close();
    await database.close();
    await server.remove();
  }
}

const idleRow = ({ server, postgres }) => ({
  name: 'share of one core',
  figures: { 'server %': server * 100, 'PostgreSQL %': postgres * 100 },
});
