// Runs one of the measurements in scripts/bench: npm run bench -- <name> [options]
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'bench');
const [name = '', ...args] = process.argv.slice(2);
const file = join(folder, `${name}.mjs`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const files = readdirSync(folder).filter((each) => each.endsWith('.mjs'));
  const names = files.map((each) => each.replace(/\.mjs$/, ''));
  console.error(`usage: npm run bench -- <${names.join(' | ')}> [options]`);
  process.exit(1);
}
const { run } = await import(file);
await run(args);
