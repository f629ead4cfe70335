import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from './project-root.js';

interface Mistake {
  title: string;
  /** The package, by path; a package has `plugin.js` as its main module. */
  files: Record<string, string>;
  /** A second package, next to the first. */
  second?: Record<string, string>;
  environment?: Record<string, string>;
  /** What the message must contain: the culprit. */
  names: (RegExp | string)[];
  /** What the remedy must contain. */
  remedy: RegExp | string;
}

const KIT = `import { definePlugin, Env } from '@archivolt/plugin-kit';\n`;

/** A plugin with these properties in its manifest and in its declaration, over those of a right one. */
function plugin(manifest: string, declaration = ''): Record<string, string> {
  return {
    'plugin.js': `${KIT}export default definePlugin({ id: 'extraction-notes', contract: 2, provides: { extraction: {
      form: 'sandboxed', accepts: ['text/x-notes'], extractor: new URL('./extractor.js', import.meta.url),
      ${declaration} } }, ${manifest} });`,
    'extractor.js': 'export default { extract: async () => ({ outcome: "empty", pages: [] }) };',
  };
}

/** A class of settings as a compiler writes it, with one property. */
function settings(name: string, type: string, value: string): string {
  return `class NotesConfig { constructor() { this.pages = ${value}; } }
    ${type === '' ? '' : `Reflect.defineMetadata('design:type', ${type}, NotesConfig.prototype, 'pages');`}
    Env('${name}')(NotesConfig.prototype, 'pages');`;
}

function configured(config: string, before: string): Record<string, string> {
  const files = plugin(`config: ${config}`);
  return { ...files, 'plugin.js': (files['plugin.js'] ?? '').replace(KIT, `${KIT}${before}\n`) };
}

const subscriber = (declaration: string, manifest = ''): Record<string, string> => ({
  'plugin.js': `${KIT}export default definePlugin({ id: 'subscriber-notes', contract: 2, ${manifest} provides: {
    subscriber: { events: ['document:created'],\n${declaration} } } });`,
});

const MISTAKES: Mistake[] = [
  {
    title: 'no default export',
    files: { 'plugin.js': 'export const plugin = { id: "extraction-notes" };' },
    names: ['its main module has no default export; it exports plugin'],
    remedy: 'export default definePlugin',
  },
  {
    title: 'a default export that is a class',
    files: { 'plugin.js': 'export default class Notes {}' },
    names: ['its default export is not a manifest but a function'],
    remedy: 'export default definePlugin',
  },
  { title: 'no contract', files: plugin('contract: undefined'), names: ['contract is missing'], remedy: 'contract: 2' },
  {
    title: 'a contract as text',
    files: plugin(`contract: '2'`),
    names: ['contract is "2"; it must be the number 2'],
    remedy: 'write `contract: 2`',
  },
  {
    title: 'an older contract',
    files: plugin('contract: 1'),
    names: ['made for version 1 of the plugin contract', 'this server has version 2'],
    remedy: 'install a newer version of the plugin',
  },
  {
    title: 'a newer contract',
    files: plugin('contract: 3'),
    names: ['made for version 3 of the plugin contract'],
    remedy: 'update Archivolt',
  },
  {
    title: 'an id of another kind',
    files: plugin(`id: 'search-notes'`),
    names: ['id is "search-notes", but the plugin provides extraction'],
    remedy: 'correct id',
  },
  {
    title: 'an id in upper case',
    files: plugin(`id: 'extraction-Notes'`),
    names: ['id is "extraction-Notes"'],
    remedy: 'correct id',
  },
  {
    title: 'a kind that does not exist',
    files: plugin('provides: { extractor: {} }'),
    names: ['provides.extractor is not a field of the contract'],
    remedy: /correct provides\.extractor/,
  },
  {
    title: '`accept` for `accepts`',
    files: plugin('', `accepts: undefined, accept: ['text/x-notes'],`),
    names: ['provides.extraction.accept is not a field of the contract; did you mean `accepts`?', 'accepts is missing'],
    remedy: 'correct provides.extraction.accept',
  },
  {
    title: 'an empty list of types',
    files: plugin('', 'accepts: []'),
    names: ['provides.extraction.accepts is an empty list; it must be a list of at least one media type'],
    remedy: 'correct provides.extraction.accepts',
  },
  {
    title: 'a search plugin that does not say whether it is transactional, whose other fields are not judged',
    files: plugin(`id: 'search-notes', provides: { search: { readsOwnWrites: true, indexVersion: 1, create() {} } }`),
    names: [/cannot be used: provides\.search\.transactional is missing; it must be true or false\.$/m],
    remedy: /^the plugin [^\n]+\nRemedy: correct provides\.search\.transactional of \S+, or remove the plugin\.$/,
  },
  {
    title: 'a type that is not in a list',
    files: plugin('', `accepts: 'text/plain'`),
    names: ['provides.extraction.accepts is "text/plain"; it must be a list'],
    remedy: 'correct provides.extraction.accepts',
  },
  {
    title: 'a type in upper case',
    files: plugin('', `accepts: ['text/plain', 'Text/X-Notes']`),
    names: ['provides.extraction.accepts[1] is "Text/X-Notes"', 'in lower case'],
    remedy: 'correct provides.extraction.accepts[1]',
  },
  {
    title: 'a form that does not exist',
    files: plugin('', `form: 'fast'`),
    names: ['provides.extraction.form is "fast"; it must be one of `sandboxed`, `remote`'],
    remedy: 'correct provides.extraction.form',
  },
  {
    title: 'an extractor that does not exist',
    files: plugin('', `extractor: new URL('./extractr.js', import.meta.url)`),
    names: [/provides\.extraction\.extractor names \S+extractr\.js, which does not exist/],
    remedy: 'correct provides.extraction.extractor',
  },
  {
    title: 'an extractor as text',
    files: plugin('', `extractor: './extractor.js'`),
    names: ['provides.extraction.extractor is "./extractor.js"'],
    remedy: 'correct provides.extraction.extractor',
  },
  {
    title: 'an extractor without a default export',
    files: { ...plugin(''), 'extractor.js': 'export const extractor = { extract() {} };' },
    names: [/provides\.extraction\.extractor names \S+extractor\.js, which has no default export/],
    remedy: 'correct provides.extraction.extractor',
  },
  {
    title: '`ocr: true`',
    files: plugin('', 'ocr: true'),
    names: ['provides.extraction.ocr is true; it must be one of `always`, `never`, `sometimes`'],
    remedy: 'correct provides.extraction.ocr',
  },
  {
    title: 'a priority as text',
    files: plugin('', `priority: '1'`),
    names: ['provides.extraction.priority is "1"; it must be a whole number'],
    remedy: 'correct provides.extraction.priority',
  },
  {
    title: 'magic bytes that are too short',
    files: plugin(`types: [{ type: 'text/x-notes', extensions: ['notes'], magic: [{ bytes: 'N' }] }]`),
    names: ['types[0].magic[0].bytes is "N"; it must be a string of 2 to 64'],
    remedy: 'correct types[0].magic[0].bytes',
  },
  {
    title: 'an extension with a dot',
    files: plugin(`types: [{ type: 'text/x-notes', extensions: ['.notes'] }]`),
    names: ['types[0].extensions[0] is ".notes"', 'without the dot'],
    remedy: 'correct types[0].extensions[0]',
  },
  {
    title: '`config: {}`',
    files: plugin('config: {}'),
    names: ['config is an object', '`@Env`'],
    remedy: 'correct config',
  },
  {
    title: 'an instance of the class of settings',
    files: configured('new NotesConfig()', settings('EXTRACTION_NOTES_PAGES', 'Number', '5')),
    names: ['config is an instance of NotesConfig'],
    remedy: 'correct config',
  },
  {
    title: 'a class without `@Env`',
    files: configured('NotesConfig', 'class NotesConfig {}'),
    names: ['config is the class NotesConfig, which has no property with `@Env`'],
    remedy: 'leave `config` out',
  },
  {
    title: 'a setting without a type',
    files: configured('NotesConfig', settings('EXTRACTION_NOTES_PAGES', '', '5')),
    names: ['config.pages has no type', 'EXTRACTION_NOTES_PAGES'],
    remedy: 'emitDecoratorMetadata',
  },
  {
    title: 'a setting without the prefix',
    files: configured('NotesConfig', settings('NOTES_PAGES', 'Number', '5')),
    names: ['config.pages binds NOTES_PAGES; the name must begin with EXTRACTION_NOTES_'],
    remedy: 'the class of settings',
  },
  {
    title: 'a setting of the server',
    files: configured('NotesConfig', settings('DATABASE_URL', 'String', `''`)),
    names: ['config.pages binds DATABASE_URL, which is a setting of the server'],
    remedy: 'the class of settings',
  },
  {
    title: 'two plugins with one id',
    files: plugin(''),
    second: plugin(''),
    names: ['@acme/second', '@acme/notes', 'both have the id extraction-notes'],
    remedy: 'remove one of them',
  },
  {
    title: 'several mistakes in two plugins',
    files: plugin('migration: []', `priority: 'high'`),
    second: { 'plugin.js': 'export default 1;' },
    names: [
      'the plugin @acme/notes cannot be used: migration is not a field of the contract; did you mean `migrations`?',
      'the plugin @acme/notes cannot be used: provides.extraction.priority is "high"',
      'the plugin @acme/second cannot be used: its default export is not a manifest but 1',
    ],
    remedy: 'correct migration of @acme/notes',
  },
  {
    title: 'an exception at import',
    files: { 'plugin.js': `${KIT}\nthrow new TypeError('notes is undefined');` },
    names: ['cannot be loaded: notes is undefined (plugin.js:3)'],
    remedy: 'fix or remove @acme/notes',
  },
  {
    title: 'an exception in a module that the main module imports',
    files: {
      'plugin.js': `import './lib/table.js';`,
      'lib/table.js': '\n\nconst table = undefined;\ntable.rows();\n',
    },
    names: [/cannot be loaded: .*rows.* \(lib\/table\.js:4\)/],
    remedy: 'fix or remove @acme/notes',
  },
  {
    title: 'a syntax error',
    files: { 'plugin.js': `${KIT}\nexport default definePlugin({ id: );` },
    names: ['cannot be loaded: Unexpected token', '(plugin.js:3)'],
    remedy: 'fix or remove @acme/notes',
  },
  {
    title: 'a dependency that is not installed',
    files: { 'plugin.js': `import 'no-such-parser';` },
    names: [`cannot be loaded: Cannot find package 'no-such-parser'`],
    remedy: 'add no-such-parser to `dependencies` in package.json of @acme/notes',
  },
  {
    title: 'an import of a file that does not exist',
    files: { 'plugin.js': `import './notes.config';` },
    names: ['cannot be loaded: Cannot find module', 'notes.config'],
    remedy: 'names the file with its extension `.js`',
  },
  {
    title: 'a remote extractor without `create`',
    files: plugin('', `form: 'remote', extractor: undefined`),
    names: ['provides.extraction.create is missing; it must be a function'],
    remedy: 'correct provides.extraction.create',
  },
  {
    title: 'an event that does not exist',
    files: subscriber(`events: ['document:made'], create: () => ({ async handle() {} })`),
    names: ['provides.subscriber.events[0] is "document:made"; it must be the name of an event: ', 'document:created'],
    remedy: 'correct provides.subscriber.events[0]',
  },
  {
    title: 'too many at a time',
    files: subscriber(`concurrency: 100, create: () => ({ async handle() {} })`),
    names: ['provides.subscriber.concurrency is 100; it must be a whole number from 1 to 32'],
    remedy: 'correct provides.subscriber.concurrency',
  },
  {
    title: '`create` that returns nothing',
    files: subscriber('create: () => { return; }'),
    names: ['the plugin subscriber-notes does not work: `create` returned undefined instead of an object'],
    remedy: 'correct provides.subscriber.create',
  },
  {
    title: '`create` whose object lacks a method',
    files: subscriber('create: () => ({ handel() {} })'),
    names: ['subscriber-notes', 'an object without the method `handle`'],
    remedy: 'correct provides.subscriber.create',
  },
  {
    title: 'an exception in `create`',
    files: subscriber(`create: () => { throw new Error('no address') }`),
    names: ['the plugin subscriber-notes does not work: no address (plugin.js:4)'],
    remedy: 'PLUGINS_DISABLED=subscriber-notes',
  },
  {
    title: 'an exception in `start`',
    files: subscriber(`create: () => ({ async handle() {},\nasync start() { throw new Error('refused') } })`),
    names: ['the plugin subscriber-notes does not work: refused (plugin.js:5)'],
    remedy: 'PLUGINS_DISABLED=subscriber-notes',
  },
  {
    title: 'a migration whose name does not sort',
    files: subscriber('create() {}', `migrations: [{ name: 'tables', up: 'select 1' }],`),
    names: ['migrations[0].name is "tables"; it must be four digits'],
    remedy: 'correct migrations[0].name',
  },
  {
    title: 'a misspelt variable',
    files: configured('NotesConfig', settings('EXTRACTION_NOTES_PAGES', 'Number', '5')),
    environment: { EXTRACTION_NOTES_PAGE: '7', EXTRACTION_TIMEOUT_MS: '7' },
    names: ['nothing reads EXTRACTION_NOTES_PAGE'],
    remedy: 'did you mean EXTRACTION_NOTES_PAGES?',
  },
  {
    title: 'a variable that resembles no setting',
    files: configured('NotesConfig', settings('EXTRACTION_NOTES_PAGES', 'Number', '5')),
    environment: { EXTRACTION_NOTES_LANGUAGE: 'en' },
    names: ['nothing reads EXTRACTION_NOTES_LANGUAGE'],
    remedy: 'has no such setting; it has EXTRACTION_NOTES_PAGES',
  },
  {
    title: 'a wrong value',
    files: configured('NotesConfig', settings('EXTRACTION_NOTES_PAGES', 'Number', '5')),
    environment: { EXTRACTION_NOTES_PAGES: 'many' },
    names: ['EXTRACTION_NOTES_PAGES'],
    remedy: 'must be a plain decimal number such as 25',
  },
];

describe('a typical mistake of a plugin author', () => {
  let home: string;
  let messages: string[];

  function put(folder: string, name: string, files: Record<string, string>): void {
    const all = {
      'package.json': JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './plugin.js' }),
      ...files,
    };
    for (const [path, content] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  }

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'typical-mistakes-'));
    const folders = MISTAKES.map(({ files, second, environment = {} }, place) => {
      const root = join(home, String(place));
      const modules = join(root, 'node_modules');
      mkdirSync(join(root, 'plugins'), { recursive: true });
      mkdirSync(modules);
      for (const name of ['@archivolt', 'class-validator', 'reflect-metadata'])
        symlinkSync(join(projectRoot(), 'node_modules', name), join(modules, name));
      put(join(modules, '@acme/notes'), '@acme/notes', files);
      if (second) put(join(modules, '@acme/second'), '@acme/second', second);
      for (const kind of ['search', 'storage'])
        put(join(modules, `@acme/${kind}-none`), `@acme/${kind}-none`, { 'plugin.js': wholePlugin(kind) });
      const external = ['@acme/search-none', '@acme/storage-none', '@acme/notes', ...(second ? ['@acme/second'] : [])];
      return { root, external, environment };
    });
    const script = join(projectRoot(), 'libs/ground/plugin-host/test/load-in-folder.mjs');
    const { NODE_OPTIONS: _, ...env } = process.env;
    const output = execFileSync(process.execPath, [script], { input: JSON.stringify(folders), env, encoding: 'utf8' });
    messages = JSON.parse(output) as string[];
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each(MISTAKES.map((mistake, place) => ({ ...mistake, place })))(
    'a typical mistake is reported with culprit and remedy: $title',
    ({ place, names, remedy, title }) => {
      const message = messages[place] ?? '';
      for (const part of [...names, remedy])
        expect(message).toEqual(typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part));
      if (!/variable|value/.test(title)) expect(message).toMatch(/^the plugin [^]*\nRemedy: [^]+\.$/);
    },
  );

  it('the list has at least 22 typical mistakes', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(22);
  });
});

/** A plugin for a kind that every installation needs; its methods do nothing. */
function wholePlugin(kind: string): string {
  return `${KIT}const nothing = async () => undefined;
    const methods = ['index', 'remove', 'search', 'matchIds', 'write', 'read', 'stat', 'clear', 'delete', 'list', 'sweepUnfinished', 'check'];
    export default definePlugin({ id: '${kind}-none', contract: 2, provides: {
      ${kind}: { ${kind === 'search' ? 'transactional: true, indexVersion: 1,' : ''} create: () => Object.fromEntries(methods.map((name) => [name, nothing])) } } });`;
}
