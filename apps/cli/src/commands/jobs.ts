import type { Command } from 'commander';
import { JobQueue } from '#libs/jobs';
import { RetentionTasks } from '#libs/retention';
import { FileStore } from '#libs/storage';
import { withFeatures } from '../with-features.js';

/** Longer than any upload may take. */
const UNFINISHED_AFTER_MINUTES = 60;

export function addJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('work in the background');
  jobs
    .command('list')
    .description('show the regular tasks, and the jobs that wait, run and have failed for good')
    .action(async () => {
      await withFeatures(async (app) => {
        console.log('Regular tasks (run one with `jobs run <task>`):');
        for (const { name, cron, description } of app.get(RetentionTasks).all) {
          console.log(`  ${name.padEnd(24)}${cron.padEnd(16)}${description}`);
        }
        console.log('\nJobs:                       waiting  active  failed');
        for (const { name, waiting, active, failed } of await app.get(JobQueue).counts()) {
          const figures = [waiting, active, failed].map((count) => String(count).padStart(8)).join('');
          console.log(`  ${name.padEnd(25)}${figures}`);
        }
      });
    });
  jobs
    .command('run')
    .description('run a regular task now, to its end')
    .argument('<task>', 'its name, as `jobs list` shows it')
    .action(async (name: string) => {
      const done = await withFeatures(async (app) => {
        const sentence = await app.get(RetentionTasks).named(name).run(new AbortController().signal);
        await app.get(FileStore).sweep(UNFINISHED_AFTER_MINUTES); // the files of what was removed
        return sentence;
      });
      console.log(done);
    });
}
