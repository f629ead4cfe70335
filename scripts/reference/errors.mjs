import { readFileSync } from 'node:fs';
import { definedErrors } from '#ground/kernel';
import { code, page, table } from './page.mjs';
import { constantNumbers, load, sources } from './sources.mjs';

const FILTER = 'apps/server/src/http/error.filter.ts';
const INTRODUCTION =
  'A response with an error has the body `{"error": {"code", "message", "details"?}}`. Clients may rely on the code and the status; messages are for people and may change. `details` names the fields of a request that are wrong.';

export async function generate() {
  for (const file of sources('{apps,libs}/**/*.ts').filter(definesErrors)) await load(file);
  const statuses = constantNumbers(FILTER, 'STATUS');
  const groups = Map.groupBy(definedErrors(), ({ code: name }) => name.split('.')[0]);
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, errors]) => {
      const rows = errors
        .sort((a, b) => (a.code < b.code ? -1 : 1))
        .map((error) => [code(error.code), statuses[error.category], error.text]);
      return `## ${group}\n\n${table(['code', 'status', 'message'], rows)}`;
    });
  return { 'docs/reference/errors.md': page('Error codes', INTRODUCTION, ...sections) };
}

const definesErrors = (file) => /= defineError\(/.test(readFileSync(file, 'utf8'));
