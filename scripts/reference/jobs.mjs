import { definedSubscribers } from '#ground/history';
import { definedJobs } from '#ground/jobs';
import { code, page, table } from './page.mjs';
import { definitions, load, sources } from './sources.mjs';

const INTRODUCTION =
  'Background work. A job exists when the transaction that asked for it is committed; it may run more than once. After its last attempt it moves to the dead-letter queue `<name>.failed`; `npm run doctor` shows how many there are.';

export async function generate() {
  const sentences = new Map();
  const rooms = new Map();
  const names = new Map();
  for (const file of sources('libs/**/*.jobs.ts')) {
    for (const [constant, { name }] of Object.entries(await load(file))) names.set(constant, name);
    for (const [name, { doc }] of definitions(file, 'defineJob')) {
      sentences.set(name, doc);
      rooms.set(name, roomOf(file));
    }
  }
  for (const file of sources('libs/**/*.subscribers.ts')) {
    await load(file);
    for (const name of definitions(file, 'defineSubscriber').keys()) rooms.set(`subscriber.${name}`, roomOf(file));
  }
  for (const { job, description } of definedSubscribers()) sentences.set(job.name, description);
  const rows = definedJobs()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, options }) => {
      const doc = sentences.get(name);
      if (!doc) throw new Error(`the job ${name} has no doc comment, or is not defined in a file *.jobs.ts`);
      const limit =
        options.timeoutSeconds % 60 === 0 ? `${options.timeoutSeconds / 60} min` : `${options.timeoutSeconds} s`;
      const sentence = doc.replace(/\{@link (\w+)\}/g, (_, constant) => code(names.get(constant) ?? constant));
      return [code(name), code(rooms.get(name)), sentence, options.concurrency, limit, options.retries + 1];
    });
  const heads = [
    'job',
    'room',
    'what it does',
    'at a time in a process, for one organization',
    'time limit',
    'attempts',
  ];
  return { 'docs/reference/jobs.md': page('Jobs', INTRODUCTION, table(heads, rows)) };
}

/** `archive/documents` of `libs/archive/documents/src/documents.jobs.ts`. */
const roomOf = (file) => file.split('/').slice(1, 3).join('/');
