import type { Command } from 'commander';
import { JobStates, ScheduledTasks, type ScheduledTaskStatus } from '#ground/jobs';
import { FileStore } from '#capabilities/storage';
import { withFeatures } from '../with-features.js';

/** Longer than any upload may take. */
const UNFINISHED_AFTER_MINUTES = 60;

export function addJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('work in the background');
  jobs
    .command('list')
    .description('show the scheduled tasks, and the jobs that wait, run and have failed permanently')
    .action(async () => {
      await withFeatures(async (app) => {
        console.log('Scheduled tasks (run one with `jobs run <task>`):');
        const tasks = app.get(ScheduledTasks);
        await tasks.register();
        for (const task of await tasks.list()) {
          console.log(`  ${task.name.padEnd(28)}${task.cron.padEnd(16)}${task.description}`);
          console.log(`  ${' '.repeat(28)}${lastRun(task)}; next ${task.nextRunAt.toISOString()}`);
        }
        console.log('\nJobs:                       waiting  active  failed');
        for (const { name, waiting, active, failed } of await app.get(JobStates).counts()) {
          const figures = [waiting, active, failed].map((count) => String(count).padStart(8)).join('');
          console.log(`  ${name.padEnd(25)}${figures}`);
        }
      });
    });
  jobs
    .command('run')
    .description('run a scheduled task now, to its end')
    .argument('<task>', 'its name, as `jobs list` shows it')
    .action(async (name: string) => {
      const done = await withFeatures(async (app) => {
        const sentence = await app.get(ScheduledTasks).run(name, new AbortController().signal);
        await app.get(FileStore).sweep(UNFINISHED_AFTER_MINUTES); // the files of what was removed
        return sentence;
      });
      console.log(done ?? 'Nothing was to do.');
    });
}

function lastRun({ startedAt, finishedAt, result, error }: ScheduledTaskStatus): string {
  if (!startedAt) return 'never run';
  if (!finishedAt) return `running since ${startedAt.toISOString()}`;
  if (error) return `failed ${finishedAt.toISOString()}: ${error}`;
  return `last run ${finishedAt.toISOString()}${result ? `: ${result}` : ''}`;
}
