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
        const listed = await tasks.list();
        const [names, crons] = [widthFor(listed.map(({ name }) => name)), widthFor(listed.map(({ cron }) => cron))];
        for (const task of listed) {
          console.log(`  ${task.name.padEnd(names)}${task.cron.padEnd(crons)}${task.description}`);
          console.log(`  ${' '.repeat(names)}${lastRun(task)}; next ${task.nextRunAt.toISOString()}`);
        }
        const queues = await app.get(JobStates).counts();
        const width = widthFor(queues.map(({ name }) => name));
        console.log(`\n${'Jobs:'.padEnd(width + 2)}${inColumns('waiting', 'active', 'failed')}`);
        for (const { name, waiting, active, failed } of queues)
          console.log(`  ${name.padEnd(width)}${inColumns(waiting, active, failed)}`);
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

/** Returns the width of a column that holds the longest of the texts. */
function widthFor(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length)) + 2;
}

function inColumns(...cells: readonly (number | string)[]): string {
  return cells.map((cell) => String(cell).padStart(8)).join('');
}

function lastRun({ startedAt, finishedAt, result, error }: ScheduledTaskStatus): string {
  if (!startedAt) return 'never run';
  if (!finishedAt) return `running since ${startedAt.toISOString()}`;
  if (error) return `failed ${finishedAt.toISOString()}: ${error}`;
  return `last run ${finishedAt.toISOString()}${result ? `: ${result}` : ''}`;
}
