import type { Command } from 'commander';
import type { CheckReport } from '#ground/features';
import { examine } from '#operation/doctor';
import { environment } from '#operation/installation';

const MARKS: Record<CheckReport['status'], string> = {
  ok: 'ok   ',
  warning: 'look ',
  problem: 'WRONG',
  skipped: '-    ',
};

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check everything that a server needs, and print what to do about problems')
    .option('--fix', 'correct the counters of documents where they are wrong', false)
    .action(async ({ fix }: { fix: boolean }) => {
      const counts = { ok: 0, warning: 0, problem: 0, skipped: 0 };
      for await (const report of examine(environment(), { fix, signal: new AbortController().signal })) {
        counts[report.status] += 1;
        console.log(lineOf(report));
      }
      console.log(
        counts.problem === 0
          ? `\nNothing is wrong${counts.warning === 0 ? '.' : `; ${counts.warning} to look at.`}`
          : `\n${counts.problem} wrong, ${counts.warning} to look at.`,
      );
      if (counts.problem > 0) process.exitCode = 1;
    });
}

function lineOf({ status, name, message, remedy }: CheckReport): string {
  const line = `${MARKS[status]}  ${name.padEnd(14)} ${message.replaceAll('\n', ' ')}`;
  return remedy === undefined ? line : `${line}\n       ${' '.repeat(14)} -> ${remedy}`;
}
