// A process that records small changes without HTTP: UnitOfWork and Changes of a build, on the database of a server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SELF = import.meta.filename;

export class ChangeWriter {
  static async start(root, dataDir) {
    const child = fork(SELF, [root, dataDir], { cwd: root });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the writer has ended')));
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    return new ChangeWriter(child);
  }

  constructor(child) {
    this.child = child;
  }

  get pid() {
    return this.child.pid;
  }

  /** One writer for each of the organizations, for so many milliseconds; gives the milliseconds of each change. */
  async run(organizationIds, ms) {
    this.child.send({ organizationIds, ms });
    const [times] = await once(this.child, 'message');
    return times;
  }

  end() {
    this.child.kill();
  }
}

async function serve(root, dataDir) {
  // A version from before the floors has its libraries in one folder.
  const folder = (room) => (existsSync(join(root, 'dist/libs/ground')) ? room : basename(room));
  const load = (room) => import(pathToFileURL(join(root, 'dist/libs', folder(room), 'src/index.js')).href);
  const { startEmbeddedPostgres } = await load('ground/embedded-postgres');
  const { createOrm, createPool, UnitOfWork } = await load('ground/database');
  const { Changes, defineEvent, PendingChanges } = await load('ground/history');
  const { systemContext } = await load('ground/kernel');
  await load('operation/installation'); // defines the subscribers, as in the server
  const log = { info() {}, warn() {}, error() {} };
  const { url } = await startEmbeddedPostgres({ dataDir, role: 'guest', log });
  const unitOfWork = new UnitOfWork(await createOrm(createPool(url, 20)));
  const changes = new Changes(new PendingChanges(undefined));
  const Changed = defineEvent('bench:changed', { description: 'A row was changed.' });
  await unitOfWork.run((tx) => tx.sql.query(CREATE));
  process.on('message', async ({ organizationIds, ms }) => {
    const end = performance.now() + ms;
    const times = [];
    const writer = async (organizationId, number) => {
      const ctx = systemContext(organizationId, 'command');
      while (performance.now() < end) {
        const start = performance.now();
        await unitOfWork.run(async (tx) => {
          await tx.sql.query(WRITE, [number]);
          changes.record(tx, ctx, Changed, { number });
        });
        times.push(performance.now() - start);
      }
    };
    await Promise.all(organizationIds.map(writer));
    process.send(times);
  });
  process.send('ready');
}

const CREATE = 'create table if not exists bench_row (id int primary key, version int not null)';
const WRITE = `insert into bench_row values ($1, 1) on conflict (id) do update set version = bench_row.version + 1`;

if (process.argv[1] === SELF) await serve(...process.argv.slice(2));
