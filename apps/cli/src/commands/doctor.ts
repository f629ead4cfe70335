import type { Command } from 'commander';
import { environment } from '#libs/installation';
import { examine } from '../doctor/examine.js';
import type { Finding } from '../doctor/finding.js';

const MARKS: Record<Finding['state'], string> = { fine: 'ok   ', doubtful: 'look ', wrong: 'WRONG', skipped: '-    ' };

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look at everything a server needs, and say what to do about what is wrong')
    .option('--fix', 'correct the counters of documents where they are wrong', false)
    .action(async ({ fix }: { fix: boolean }) => {
      const counts = { fine: 0, doubtful: 0, wrong: 0, skipped: 0 };
      for await (const finding of examine(environment(), { fix })) {
        counts[finding.state] += 1;
        console.log(lineOf(finding));
      }
      console.log(
        counts.wrong === 0
          ? `\nNothing is wrong${counts.doubtful === 0 ? '.' : `; ${counts.doubtful} to look at.`}`
          : `\n${counts.wrong} wrong, ${counts.doubtful} to look at.`,
      );
      if (counts.wrong > 0) process.exitCode = 1;
    });
}

function lineOf({ state, subject, text, remedy }: Finding): string {
  const line = `${MARKS[state]}  ${subject.padEnd(14)} ${text.replaceAll('\n', ' ')}`;
  return remedy === undefined ? line : `${line}\n       ${' '.repeat(14)} -> ${remedy}`;
}
