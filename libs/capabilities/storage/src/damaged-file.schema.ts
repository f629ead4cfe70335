import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, textColumn } from '#ground/database';

/**
 * `missing`: the storage does not have it. `size`: it is shorter or longer than what was stored. `hash`: its bytes are
 * others. `unreadable`: reading it fails, although its storage is there.
 */
export type FileProblem = 'hash' | 'missing' | 'size' | 'unreadable';

/** Files that were not what was stored when they were last looked at. */
export const damagedFile = defineEntity({
  name: 'DamagedFile',
  tableName: 'damaged_file',
  properties: {
    storageKey: textColumn().primary(),
    problem: textColumn().$type<FileProblem>(),
    foundAt: dateColumn().defaultRaw('now()'),
    seenAt: dateColumn().defaultRaw('now()'),
  },
});

/** How far all files were checked: one row. */
export const fileScrub = defineEntity({
  name: 'FileScrub',
  tableName: 'file_scrub',
  properties: {
    id: p.boolean().primary().default(true),
    /** The files up to this key are checked. */
    afterKey: textColumn().default(''),
    files: p.bigint('number').default(0),
    bytes: p.bigint('number').default(0),
    startedAt: dateColumn().nullable(),
    /** Null while files are left to check. */
    finishedAt: dateColumn().nullable(),
    /** Of the process that checks files, until `runUntil`. */
    run: textColumn().nullable(),
    runUntil: dateColumn().nullable(),
  },
});
