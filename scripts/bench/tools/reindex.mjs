// What it costs to fill the search index again, by the command line and the server together.
import { readFileSync } from 'node:fs';
import { Meter } from './processor-time.mjs';

const TICK_MS = 10;

/** Gives a row. The server serves meanwhile, but nothing is asked. */
export async function reindex({ server, idle, database }) {
  const meter = new Meter(server, idle);
  const ofCommands = ofEndedCommands();
  await server.command('search', 'reindex');
  const { elapsed, postgres, server: ofServer } = meter.used();
  const used = { server: ofServer, postgres, command: ofEndedCommands() - ofCommands };
  const [{ count }] = await database.query('select count(*)::int as count from document where deleted_at is null');
  const cpu = used.server + used.postgres + used.command;
  return {
    name: 'filled again',
    figures: {
      seconds: elapsed / 1000,
      'a second': (count / elapsed) * 1000,
      'CPU ms': cpu / count,
      'server CPU ms': used.server / count,
      'PostgreSQL CPU ms': used.postgres / count,
      'command CPU ms': used.command / count,
    },
  };
}

/** Processor time of the commands that this process has started and that have ended. */
function ofEndedCommands() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number);
  return (fields[13] + fields[14]) * TICK_MS;
}
