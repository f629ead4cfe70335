// npm run plugin:new <kind> <name>: a folder in plugins/ that is a working plugin and passes its contract suite at once.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs'; // default import: a named one that an old Node lacks fails before the guard can speak
import { join } from 'node:path';
import './require-pinned-node.mjs';

const KINDS = {
  extraction: [
    'src/plugin.ts: write the media types it reads into `accepts`.',
    'src/extractor.ts: read the file. Answer with an outcome for everything a file can be.',
    'test/: put a small sample of the format in place of the made-up one.',
  ],
  'extraction-remote': [
    'src/plugin.ts: write the media types that the service reads into `accepts`.',
    'src/: send the file as the service wants it, and read its response.',
    'test/: put a small sample and the response of the service in place of the made-up ones.',
  ],
  storage: [
    'src/: put your service in place of the map.',
    'An installation writes to one storage plugin: start with STORAGE_PLUGIN=storage-template.',
  ],
  search: [
    'src/: put your search engine in place of the file of SQLite, which is read from end to end.',
    'An installation uses one search plugin: start with SEARCH_PLUGIN=search-template.',
  ],
  subscriber: [
    'src/plugin.ts: choose events and permissions.',
    'src/: put what follows an event in place of the request to a URL.',
    'The server needs its settings to start: SUBSCRIBER_TEMPLATE_URL.',
  ],
  intake: [
    'src/: put your source in place of the folder. Keep the key: it is what makes a file the same file.',
    'test/: fill your source in `source`.',
    'The server needs its settings to start: INTAKE_TEMPLATE_PATH, INTAKE_TEMPLATE_ORGANIZATION.',
    'The organization must exist: create one with PLUGINS_DISABLED=intake-template npm run dev.',
  ],
  ocr: [
    'src/engine.ts: put your recognizer in place of `wordsOf`.',
    'test/: put a page with real words in place of the black bar.',
    'An installation uses one OCR plugin: start with OCR_PLUGIN=ocr-template.',
  ],
  'mail-transport': [
    'src/: put the request of your service in place of the one that posts JSON.',
    'test/: put a small copy of your service in place of mail-service.ts.',
    'Choose it with MAIL_TRANSPORT_PLUGIN=mail-transport-template, then: npm run cli -- mail test --to you@example.com',
  ],
  'intake-address': [
    'src/: put the requests of your service in place of the ones that post JSON.',
    'test/: put a small copy of your service in place of address-service.ts.',
    'Choose it with INTAKE_ADDRESS_PLUGIN=intake-address-template, and create an address:',
    'POST /api/organizations/<id>/intake-emails',
  ],
  'auto-tagger': [
    'src/: put your way to find tags in place of the names that occur in the text.',
    'Choose it with AUTO_TAGGER_PLUGIN=auto-tagger-template, and turn it on for an organization:',
    'PATCH /api/organizations/<id>/settings {"ai":{"autoTagging":{"isEnabled":true}}}',
  ],
  identity: [
    'src/: put the addresses of your provider, and what its claims mean, in place of the examples.',
    'Set IDENTITY_TEMPLATE_CLIENT_ID and the secret that your provider gave you; the settings are in src/.',
  ],
};

function fail(message) {
  console.error(`plugin:new: ${message}`);
  process.exit(1);
}

const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
// npm takes an option that does not follow `--` for its own setting, and passes it on in the environment.
const isRemote = options.includes('--remote') || process.env.npm_config_remote === 'true';
const [kind, name, ...more] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const rootOption = options.find((option) => option.startsWith('--root='));
const root = rootOption?.slice('--root='.length) ?? join(import.meta.dirname, '..');

const kinds = Object.keys(KINDS).filter((each) => each !== 'extraction-remote');
if (!kinds.includes(kind) || name === undefined || more.length > 0)
  fail(`say what to make, for instance \`npm run plugin:new extraction epub\`. Kinds: ${kinds.join(', ')}.`);
if (isRemote && kind !== 'extraction') fail('--remote is for plugins of the kind extraction.');
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  fail(`"${name}" is no name for a plugin; take lower-case words with hyphens between, such as epub or open-raster.`);
const id = `${kind}-${name}`;
const folder = join(root, 'plugins', id);
if (fs.existsSync(folder)) fail(`plugins/${id} exists already.`);

const pascal = name.replaceAll(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase());
const renamed = (text) =>
  text
    .replaceAll('TEMPLATE', name.toUpperCase().replaceAll('-', '_'))
    .replaceAll('_template', `_${name.replaceAll('-', '_')}`) // names in SQL
    .replaceAll('Template', pascal)
    .replaceAll('template', name)
    .replaceAll('../../../tsconfig.json', '../../tsconfig.json')
    .replaceAll("'../../../../test/", "'../../../test/");

const variant = isRemote ? `${kind}-remote` : kind;
const template = join(import.meta.dirname, '../plugins/_template', variant);
for (const entry of fs.readdirSync(template, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /[/\\](dist|node_modules)([/\\]|$)/.test(entry.parentPath)) continue;
  const target = join(folder, entry.parentPath.slice(template.length), renamed(entry.name));
  fs.mkdirSync(join(target, '..'), { recursive: true });
  fs.writeFileSync(target, renamed(fs.readFileSync(join(entry.parentPath, entry.name), 'utf8')), { flag: 'wx' });
}

if (!options.includes('--no-install')) {
  const npm = process.env.npm_execpath;
  const [command, words] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...words, 'install', '--include=optional'], { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    fail(
      `plugins/${id} is there, but \`npm install\` failed. Run it again: without it the server cannot find the plugin.`,
    );
}

const commands = [
  [`npm test -w plugins/${id}`, 'its contract suite'],
  ['npm run dev', 'the server with the plugin'],
  [`docs/guides/plugins/${isRemote ? 'extraction-service' : kind}.md`, 'the guide'],
];
const width = Math.max(...commands.map(([command]) => command.length)) + 3;
console.log(`
plugins/${id} is a working plugin. Next:
${KINDS[variant].map((step) => `  ${renamed(step)}`).join('\n')}

${commands.map(([command, what]) => `  ${command.padEnd(width)}${what}`).join('\n')}
`);
