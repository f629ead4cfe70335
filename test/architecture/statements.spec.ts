import { describe, expect, it } from '@jest/globals';
import { accessesIn, sourceFiles } from './table-accesses.js';

/** Folders and files that may name tables outside repositories. */
const ALLOWED: readonly { place: string; reason: string }[] = [
  { place: 'libs/ground/database/', reason: 'It is the database layer, and notes the migrations that it applies.' },
  { place: 'libs/ground/plugin-host/', reason: 'It keeps the state of plugins, and removes their tables.' },
  {
    place: 'libs/automation/tagging-rules/src/rule-sql.ts',
    reason: 'It makes the condition of a rule, for a repository.',
  },
  {
    place: 'libs/outside/webhooks/src/webhooks.subscribers.ts',
    reason: 'The declaration of the subscriber says which organizations want an event.',
  },
];

const isRepository = (file: string) => file.endsWith('.repository.ts');
const isAllowed = (file: string) => ALLOWED.some(({ place }) => file.startsWith(place));
const isPlugin = (file: string) => file.startsWith('plugins/');

function violations(file: string, source?: string): string[] {
  if (isPlugin(file) || isRepository(file) || isAllowed(file)) return [];
  return accessesIn(file, source).map(({ line, table }) => `${file}:${line} ${table}`);
}

describe('statements of the product', () => {
  it('statements name tables only in repositories and in the allowed places', () => {
    expect(sourceFiles().flatMap((file) => violations(file))).toEqual([]);
  });

  it('every allowed place has statements', () => {
    const files = sourceFiles().filter((file) => !isRepository(file));
    const unused = ALLOWED.filter(
      ({ place }) => !files.some((file) => file.startsWith(place) && accessesIn(file).length > 0),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    ['libs/people/auth/src/planted.ts', 'sql.query(`select id from auth_session where id = $1`)', 'auth_session'],
    ['libs/ground/jobs/src/planted.check.ts', `kyselyOf(db).deleteFrom('scheduled_task')`, 'scheduled_task'],
  ])('finds a statement that is planted in %s', (file, source, table) => {
    expect(violations(file, source)).toEqual([`${file}:1 ${table}`]);
    expect(violations(file.replace(/\.ts$/, '.repository.ts'), source)).toEqual([]);
  });
});
