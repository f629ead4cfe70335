// Writes docs/reference and .env.example from the code; with --check it only says what is out of date.
import fs from 'node:fs'; // default import: a named one that an old Node lacks fails before the guard can speak
import { dirname, join } from 'node:path';
import './require-pinned-node.mjs';

process.chdir(join(import.meta.dirname, '..'));

/**
 * One module a page, in scripts/reference: its `generate()` gives the files it is responsible for, as
 * `{ 'docs/reference/x.md': text }`. The same code must give the same text, whatever the machine and its settings.
 */
const GENERATORS = ['audit', 'configuration', 'errors', 'events', 'jobs', 'openapi', 'permissions', 'plugins'];

const isCheck = process.argv.includes('--check');
const outdated = [];
for (const name of GENERATORS) {
  const { generate } = await import(`./reference/${name}.mjs`);
  for (const [file, text] of Object.entries(await generate())) {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    outdated.push(file);
    if (isCheck) continue;
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

if (!isCheck) console.log(outdated.length === 0 ? 'The reference is up to date.' : `Written: ${outdated.join(', ')}`);
else if (outdated.length > 0) {
  console.error(`Out of date: ${outdated.join(', ')}\nRemedy: run \`npm run reference\` and commit what it writes.`);
  process.exitCode = 1;
}
