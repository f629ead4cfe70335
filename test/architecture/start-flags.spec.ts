import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

it('starts the server in a container with the flags of `npm start`, which bound its memory', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const command = /^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]';
  expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts.start);
  expect(scripts.start).toContain('--max-semi-space-size=');
});
