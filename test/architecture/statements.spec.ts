import { describe, expect, it } from '@jest/globals';
import { accessesIn, sourceFiles } from './table-accesses.js';

/** Floors whose statements are all in repositories. */
const FLOORS = ['libs/ground/', 'libs/capabilities/', 'libs/people/', 'libs/operation/', 'apps/'];

/** Folders that may name tables outside repositories. */
const ALLOWED: readonly { folder: string; reason: string }[] = [
  { folder: 'libs/ground/database/', reason: 'It is the database layer, and notes the migrations that it applies.' },
  { folder: 'libs/ground/plugin-host/', reason: 'It keeps the state of plugins, and removes their tables.' },
  { folder: 'libs/ground/plugin-kit/', reason: 'Search plugins build their own statements from its parts.' },
];

const isRepository = (file: string) => file.endsWith('.repository.ts');
const isAllowed = (file: string) => ALLOWED.some(({ folder }) => file.startsWith(folder));
const isChecked = (file: string) => FLOORS.some((floor) => file.startsWith(floor));

function violations(file: string, source?: string): string[] {
  if (!isChecked(file) || isRepository(file) || isAllowed(file)) return [];
  return accessesIn(file, source).map(({ line, table }) => `${file}:${line} ${table}`);
}

describe('statements', () => {
  it('name tables only in repositories and in the allowed folders', () => {
    expect(sourceFiles().flatMap((file) => violations(file))).toEqual([]);
  });

  it('are in every allowed folder', () => {
    const files = sourceFiles().filter((file) => !isRepository(file));
    const unused = ALLOWED.filter(
      ({ folder }) => !files.some((file) => file.startsWith(folder) && accessesIn(file).length > 0),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    ['libs/people/auth/src/planted.ts', 'sql.query(`select id from auth_session where id = $1`)', 'auth_session'],
    ['libs/ground/jobs/src/planted.check.ts', `kyselyOf(db).deleteFrom('scheduled_task')`, 'scheduled_task'],
  ])('are found when they are planted in %s', (file, source, table) => {
    expect(violations(file, source)).toEqual([`${file}:1 ${table}`]);
    expect(violations(file.replace(/\.ts$/, '.repository.ts'), source)).toEqual([]);
  });
});
