import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { MARKER_KEY } from '#capabilities/storage';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { TestApp } from '../support/app.js';
import { eventually } from '../support/until.js';

/** Counts documents and lists inconsistencies: each document must have its file, and there must be no other file. */
export async function whatIsKept(app: TestApp): Promise<{ documents: number; unequal: string[] }> {
  const sql = sqlOver(app.app.get(UnitOfWork, { strict: false }).db);
  const rows = await sql.query<{ key: string }>('select original_storage_key as key from document');
  const stored = await sql.query<{ key: string; state: string }>('select storage_key as key, state from stored_file');
  const wanted = rows.map(({ key }) => `committed ${key}`);
  const found = stored.map(({ key, state }) => `${state} ${key}`);
  const files = (await filesIn(join(app.dataDir, 'documents'))).map((key) => `committed ${key}`);
  const unequal = new Set([...wanted, ...found, ...files]);
  for (const each of wanted) if (found.includes(each) && files.includes(each)) unequal.delete(each);
  return { documents: rows.length, unequal: [...unequal] };
}

export function untilNothingIsAstray(app: TestApp): Promise<void> {
  return eventually(async () => expect((await whatIsKept(app)).unequal).toEqual([]));
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((key) => key !== MARKER_KEY);
}
