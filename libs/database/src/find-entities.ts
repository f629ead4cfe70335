import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntityClass } from '@mikro-orm/core';

const isSource = import.meta.url.endsWith('.ts');

/** Every class that a `libs/<feature>/src/*.entity` file exports: a new table needs no list to be edited. */
export async function findEntities(): Promise<EntityClass[]> {
  const libs = join(import.meta.dirname, '..', '..');
  const files = globSync(`*/src/*.entity.${isSource ? 'ts' : 'js'}`, { cwd: libs }).sort();
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(libs, file)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.values(module).filter(
      (value): value is EntityClass => typeof value === 'function' && /^class\b/.test(String(value)),
    ),
  );
}
