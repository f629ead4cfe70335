// What everyday requests cost in an archive of any size, one after the other and by many clients at once:
//   npm run bench -- api [--documents 1000] [--keep <folder>] [--rounds 10] [--requests 20] [--clients 16] [--seconds 10]
//     [--against <folder of another version>] [--engine <search plugin>] [--json <file>]
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS } from './tools/archive.mjs';
import { change, everydayRequests, mixedRequest } from './tools/everyday-requests.mjs';
import { atOnce, inTurns } from './tools/measure.mjs';
import { circumstances, report } from './tools/report.mjs';
import { closeSides, joinedRows, joinedTables, noteIdleUse, openSides, operationsOf } from './tools/sides.mjs';

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: { ...ARCHIVE_OPTIONS, rounds: option(10), requests: option(20), clients: option(16), seconds: option(10) },
  });
  const { json, keep: _, against: __, ...options } = values;
  const of = (name) => Number(values[name]);
  const clients = of('clients');
  const sides = await openSides(values);
  try {
    const about = await circumstances('api', options, sides);
    const idle = await noteIdleUse(sides);
    for (const side of sides) {
      side.everyday = await everydayRequests(side, side.database);
      side.clients = Array.from({ length: clients }, () => side.newClient());
      side.requests = side.clients.map((client, place) => side.everyday.of(client, place));
    }
    const operations = operationsOf(sides, ({ requests }) => Object.values(requests[0]));
    const sequential = await inTurns(operations, { rounds: of('rounds'), requests: of('requests') });
    const together = async (work) => {
      const tables = [];
      for (const { server, idle, requests } of sides) {
        const load = { clients, seconds: of('seconds'), idle };
        tables.push(await atOnce(server, load, (place, number) => work(requests[place], place, number)));
      }
      return joinedTables(tables);
    };
    const sections = [
      idle,
      { title: 'one after the other', rows: joinedRows(sides, sequential) },
      { title: `${clients} clients, mixed`, rows: await together(mixedRequest) },
      { title: `${clients} clients change one organization`, rows: await together(change) },
    ];
    report(about, sections, json);
    for (const {
      everyday,
      clients: [client],
    } of sides)
      await everyday.undo(client);
  } finally {
    for (const client of sides.flatMap((side) => side.clients ?? [])) client.close();
    await closeSides(sides);
  }
}
