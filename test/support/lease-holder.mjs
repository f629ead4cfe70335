// A process that leads whenever it can, and writes when it is asked to: each line of its input is one task.
import { createInterface } from 'node:readline';
import { ControlConnection, createOrm, createPool, LeaseLost, Leases, UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';

const [url] = process.argv.slice(2);
const unitOfWork = new UnitOfWork(await createOrm(createPool(url, 4)));
const leases = new Leases(new ControlConnection(url), unitOfWork, new Clock());
let lease;

const lead = async () => {
  lease = await leases.hold('tasks', new AbortController().signal);
  console.log(`leads ${lease.number}`);
  lease.lost.addEventListener('abort', () => void lead(), { once: true });
};

for await (const task of createInterface({ input: process.stdin })) {
  if (task === 'lead') void lead();
  else await work(task);
}

async function work(task) {
  const under = lease;
  try {
    await unitOfWork.run(async (tx) => {
      await under.guard(tx);
      await tx.sql.query('insert into task_done (task, number, pid) values ($1, $2, $3)', [
        task,
        under.number,
        process.pid,
      ]);
    });
    console.log(`done ${task}`);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    console.log(`refused ${task}`);
  }
}
