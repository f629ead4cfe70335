import { definedSubscribers } from '#ground/history';
import { definedJobs } from '#ground/jobs';
import { code, page, table } from './page.mjs';
import { definitions, load, sources } from './sources.mjs';

const INTRODUCTION =
  'Background work. A job exists when the transaction that asked for it is committed; it may run more than once. After its last attempt it moves to the dead-letter queue `<name>.failed`; `npm run doctor` shows how many there are.';

export async function generate() {
  const sentences = new Map();
  for (const file of sources('libs/**/*.jobs.ts')) {
    await load(file);
    for (const [name, { doc }] of definitions(file, 'defineJob')) sentences.set(name, doc);
  }
  for (const file of sources('libs/**/*.subscribers.ts')) await load(file);
  for (const { job, description } of definedSubscribers()) sentences.set(job.name, description);
  const rows = definedJobs()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, options }) => {
      const doc = sentences.get(name);
      if (!doc) throw new Error(`the job ${name} has no doc comment, or is not defined in a file *.jobs.ts`);
      const limit =
        options.timeoutSeconds % 60 === 0 ? `${options.timeoutSeconds / 60} min` : `${options.timeoutSeconds} s`;
      return [code(name), doc.replace(/\{@link (\w+)\}/g, '`$1`'), options.concurrency, limit, options.retries + 1];
    });
  const heads = ['job', 'what it does', 'at a time in a process, for one organization', 'time limit', 'attempts'];
  return { 'docs/reference/jobs.md': page('Jobs', INTRODUCTION, table(heads, rows)) };
}
