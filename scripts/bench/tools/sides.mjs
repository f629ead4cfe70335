// This version alone, or this version and another one that take turns: `--against <folder of a built version>`.
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, openArchive } from './archive.mjs';
import { idleUse } from './processor-time.mjs';

const IDLE_SECONDS = 5;
/** What a start leaves to be done has ended by then. */
const SETTLED_MS = 3_000;
/** Of the other version, these are shown next to the figures of this one. */
const COMPARED = [
  'a second',
  'accepted a second',
  'found a second',
  'p50 ms',
  'CPU ms',
  'CPU ms until found',
  'WAL KB',
];

/** Opens the archive of each version. An archive that is kept is the newer one's after that, so each has its own. */
export async function openSides({ against, keep, ...values }) {
  const sides = [];
  try {
    sides.push(await openSide({ ...values, keep }));
    if (against !== undefined)
      sides.push(await openSide({ ...values, keep: keep && `${keep}/against`, tree: against }));
    return sides;
  } catch (error) {
    await closeSides(sides);
    throw error;
  }
}

async function openSide(values) {
  const archive = await openArchive(values);
  return { ...archive, database: await connect(archive.server), idle: undefined };
}

/** What each version uses while nothing is asked. */
export async function noteIdleUse(sides) {
  await delay(SETTLED_MS);
  for (const side of sides) side.idle = await idleUse(side.server, IDLE_SECONDS);
  const rows = sides.map(({ idle }, place) => ({
    name: place === 0 ? 'share of one core' : 'share of one core, other',
    figures: { 'server %': idle.server * 100, 'PostgreSQL %': idle.postgres * 100 },
  }));
  return { title: 'idle', rows };
}

export async function closeSides(sides) {
  for (const { database, server } of sides) {
    await database.close();
    await server.remove();
  }
}

/** The operations of all versions, next to each other, for `inTurns`; `of(side)` gives those of one. */
export function operationsOf(sides, of) {
  const each = sides.map((side) =>
    of(side).map((operation) => ({ ...operation, server: side.server, idle: side.idle })),
  );
  return each[0].flatMap((_, place) => each.map((operations) => operations[place]));
}

/** The reverse of `operationsOf`: one row for each operation. */
export function joinedRows(sides, rows) {
  if (sides.length === 1) return rows;
  return joinedTables([0, 1].map((side) => rows.filter((_, place) => place % 2 === side)));
}

/** The rows of this version, with what the other one has and the ratio. */
export function joinedTables([rows, others]) {
  if (others === undefined) return rows;
  return rows.map(({ name, figures }) => {
    const other = others.find((row) => row.name === name)?.figures ?? {};
    const compared = COMPARED.filter((column) => column in figures && column in other).flatMap((column) => [
      [`${column}, other`, other[column]],
      [`×`.concat(' ', column), figures[column] / other[column]],
    ]);
    return { name, figures: { ...figures, ...Object.fromEntries(compared) } };
  });
}

/** With a note when files of it were changed since. */
export function commitOf(tree) {
  const git = (...args) => execFileSync('git', args, { cwd: tree, encoding: 'utf8' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '');
  } catch {
    return 'unknown';
  }
}
