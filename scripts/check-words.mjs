// Refuses wording that readers of English as a second language stumble over, and titles of tests that say nothing alone:
// npm run words.
// Files that are not converted yet are listed with their number of findings in check-words.baseline.json. The numbers
// may only shrink: `npm run words -- --shrink` writes the present ones, and refuses when their sum has grown.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fragmentsIn } from './test-titles.mjs';

/** What to write instead. */
const INSTEAD = {
  anew: 'again',
  beside: 'next to, in the same folder, in addition to',
  'for ever': 'forever, permanently',
  'for good': 'permanently',
  'held against': 'compared with, checked against',
  nobody: 'name it: no user, no process, nothing',
  'nor are': 'and … not',
  'nor is': 'and … not',
  'put aside': 'dead-lettered, skipped, kept',
  somebody: 'name it: a user, another process',
  stranger: 'non-member, another user',
  strangers: 'non-members, other users',
  'that are no': 'that are not',
  'that is no': 'that is not',
  'those who': 'name them: users, callers, readers',
  told: 'reported, notified, logged, passed',
  whoever: 'name it: the user, the caller, the process',
};
/** `'nobody'` in quotes is the account of that name. */
const WORDS = new RegExp(
  String.raw`\b(?!(?<=')nobody')(${Object.keys(INSTEAD)
    .join('|')
    .replaceAll(' ', String.raw`\s+(?:[*/]+\s+)?`)})\b`,
  'gi',
);

const TEXTS = /\.(tsx?|mjs|cjs|js|md|yml|html|css)$|(^|\/)(Dockerfile|\.env\.example|run)$/;
/** Generated from sources that are checked, or the list of words itself. */
const SKIPPED = /^docs\/reference\/|^libs\/ground\/sdk\/src\/api\.ts$|^\.env\.example$|(^|\/)check-words\b/;

const { values: options } = parseArgs({ options: { root: { type: 'string' }, shrink: { type: 'boolean' } } });
const root = options.root ?? join(import.meta.dirname, '..');
const BASELINE = 'scripts/check-words.baseline.json';

const baseline = existsSync(join(root, BASELINE)) ? JSON.parse(readFileSync(join(root, BASELINE), 'utf8')) : {};
const findings = Map.groupBy(filesOf(root).flatMap(findingsIn), ({ file }) => file);
const present = Object.fromEntries([...findings].map(([file, found]) => [file, found.length]).sort());

if (options.shrink) shrink();
else check();

function filesOf(folder) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: folder });
  const names = list.toString().split('\0');
  return names.filter((name) => TEXTS.test(name) && !SKIPPED.test(name) && existsSync(join(folder, name)));
}

function findingsIn(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const lineOf = (index) => text.slice(0, index).split('\n').length;
  const words = Array.from(text.matchAll(WORDS), ({ 0: found, index }) => {
    const word = found.toLowerCase().replace(/\s+([*/]+\s+)?/g, ' ');
    return {
      file,
      line: lineOf(index),
      problem: `"${word}"; better: ${INSTEAD[word] ?? 'see scripts/check-words.mjs'}`,
    };
  });
  const fragments = fragmentsIn(file, text).map(({ index, title, reason }) => {
    const problem = `the title "${title}" ${reason}; write a sentence that can be understood alone in a log`;
    return { file, line: lineOf(index), problem };
  });
  return [...words, ...fragments];
}

function shrink() {
  const [before, after] = [baseline, present].map(sum);
  if (after > before && existsSync(join(root, BASELINE))) fail(`The list would grow from ${before} to ${after}.`);
  else writeFileSync(join(root, BASELINE), `${JSON.stringify(present, null, 2)}\n`);
}

function check() {
  const grown = [...findings.values()].filter((found) => found.length > (baseline[found[0].file] ?? 0)).flat();
  for (const { file, line, problem } of grown) console.error(`${file}:${line} ${problem}`);
  if (grown.length > 0) fail('Use the plain words of CONTRIBUTING.md, "Plain English".');
  const shrunk = Object.keys(baseline).filter((file) => (present[file] ?? 0) < baseline[file]);
  if (shrunk.length > 0)
    fail(`Fewer findings than ${BASELINE} says, in ${shrunk.join(', ')}. Run \`npm run words -- --shrink\`.`);
  console.log(`${sum(present)} findings are left in ${findings.size} files.`);
}

function sum(counts) {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
