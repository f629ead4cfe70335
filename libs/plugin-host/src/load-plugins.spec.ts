import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, Env, type PluginManifest } from '@archivolt/plugin-kit';
import { findPackages, type PluginPackage } from './find-packages.js';
import { configurePlugins, selectPlugins, loadPlugins } from './load-plugins.js';
import { checkKinds } from './plugin-kinds.js';
import { readManifest } from './read-manifest.js';

const acme: PluginPackage = { name: '@acme/extraction-notes', version: '2.1.0', isExternal: true };
const ours: PluginPackage = { name: '@archivolt/extraction-pdf', version: '1.0.0', isExternal: false };
const extraction = { form: 'remote', accepts: ['text/plain'], create: () => ({}) };
const manifest = { id: 'extraction-notes', contract: 2, provides: { extraction } };

describe('findPackages', () => {
  let root: string;
  const put = (path: string, content: object): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'plugin-packages-'));
    for (const name of ['two', 'one', '_template', '.hidden'])
      put(`app/plugins/${name}/package.json`, { name, version: '1.0.0', archivolt: { plugin: true } });
    put('app/plugins/no-plugin/package.json', { name: 'no-plugin' });
    put('app/plugins/empty/readme.json', {});
    put('app/node_modules/@acme/near/package.json', { name: '@acme/near', version: '3.2.1' });
    put('node_modules/far/package.json', { name: 'far', version: '0.9.0', exports: { import: './closed.js' } });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('finds plugin packages in the folder first, then the external ones with their versions', () => {
    expect(findPackages(join(root, 'app'), ['far', '@acme/near', 'far', 'one'])).toEqual([
      { name: 'one', version: '1.0.0', isExternal: false },
      { name: 'two', version: '1.0.0', isExternal: false },
      { name: 'far', version: '0.9.0', isExternal: true },
      { name: '@acme/near', version: '3.2.1', isExternal: true },
    ]);
  });

  it('rejects an external package that is not installed and names the install command', () => {
    expect(() => findPackages(join(root, 'app'), ['missing'])).toThrow(
      /missing of PLUGINS_EXTERNAL is not installed\.\nRemedy: run `npm install --no-save missing` in .*app/,
    );
  });
});

describe('readManifest', () => {
  const read = (value: unknown, found = acme): Promise<PluginManifest> =>
    readManifest(found, () => Promise.resolve({ default: value }));

  it('returns a valid manifest unchanged', async () => {
    expect(await read(manifest)).toBe(manifest);
  });

  it('checks the contract version before anything else', async () => {
    await expect(read({ id: 'mail?', contract: 3, provides: { mail: {} } })).rejects.toThrow(
      /version 3 of the plugin contract, but this server has version 2\.\nRemedy: update Archivolt/,
    );
    await expect(read({ ...manifest, contract: 0 })).rejects.toThrow(/Remedy: install a newer version/);
    await expect(read({ ...manifest, contract: undefined })).rejects.toThrow(/version undefined/);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /default export is not a manifest[^]*definePlugin/],
    [{ ...manifest, id: 'notes' }, /id "notes" is not a kind/],
    [{ ...manifest, id: 'extraction-Notes' }, /id "extraction-Notes"/],
    [{ ...manifest, provides: {} }, /provides nothing/],
    [{ ...manifest, provides: { mail: {} } }, /provides "mail"/],
    [{ ...manifest, provides: { extraction: 'yes' } }, /provides\.extraction is not an object/],
    [{ ...manifest, provides: { extraction: { ...extraction, accepts: [] } } }, /accepts no media type/],
    [{ ...manifest, provides: { extraction: { ...extraction, accepts: ['Text/Plain'] } } }, /accepts "Text\/Plain"/],
    [{ ...manifest, provides: { extraction: { ...extraction, form: 'fast' } } }, /neither sandboxed nor remote/],
    [{ ...manifest, provides: { extraction: { ...extraction, form: 'sandboxed' } } }, /needs `extractor`/],
    [
      {
        ...manifest,
        provides: { extraction: { ...extraction, form: 'sandboxed', extractor: new URL('file:///no/extractor.js') } },
      },
      /\/no\/extractor\.js, which does not exist/,
    ],
    [{ ...manifest, provides: { search: {} } }, /provides\.search has no `transactional`/],
    [{ ...manifest, provides: { search: { transactional: true } } }, /has no `indexVersion`/],
    [
      { ...manifest, provides: { search: { transactional: true, indexVersion: 1, readsOwnWrites: true } } },
      /has `readsOwnWrites`/,
    ],
    [{ ...manifest, provides: { search: { transactional: true, indexVersion: 1 } } }, /has no function `create`/],
    [{ ...manifest, provides: { ocr: { engine: './engine.js' } } }, /needs `engine`/],
  ])('rejects an invalid manifest with the reason: %j', async (value, reason) => {
    await expect(read(value)).rejects.toThrow(reason);
    await expect(read(value)).rejects.toThrow(/\nRemedy: /);
  });

  it('rejects a manifest that cannot be loaded and names the remedy', async () => {
    const missing = Object.assign(new Error("Cannot find package 'x'."), { code: 'ERR_MODULE_NOT_FOUND' });
    const load = (error: Error) => () => Promise.reject(error);
    await expect(readManifest(acme, load(missing))).rejects.toThrow(
      "the plugin @acme/extraction-notes cannot be loaded: Cannot find package 'x'.\n" +
        'Remedy: install it again with `npm install --no-save @acme/extraction-notes`, or take it out of PLUGINS_EXTERNAL.',
    );
    await expect(readManifest(ours, load(missing))).rejects.toThrow(/Remedy: run `npm install` once/);
    await expect(readManifest(acme, load(new Error('boom')))).rejects.toThrow(/boom\.\nRemedy: fix or remove/);
  });
});

class NotesConfig {
  @Env('EXTRACTION_NOTES_PAGES') pages: number = 5;
}

describe('choosing and configuring plugins', () => {
  const found = (id: string, changes: Partial<PluginManifest> = {}, name = `@acme/${id}`) => ({
    found: { ...acme, name },
    manifest: definePlugin({ id, contract: 2, provides: {}, ...changes }),
  });
  const packages = [acme, ours];

  it('leaves out disabled plugins, and rejects an unknown id in PLUGINS_DISABLED', () => {
    const plugins = [found('extraction-a'), found('extraction-b')];
    expect(selectPlugins(plugins, packages, ['extraction-a', 'extraction-pdf'])).toEqual([plugins[1]]);
    expect(() => selectPlugins(plugins, packages, ['extraction-c'])).toThrow(
      /PLUGINS_DISABLED: must be ids.*extraction-a/,
    );
  });

  it('rejects two plugins with the same id', () => {
    expect(() => selectPlugins([found('extraction-a'), found('extraction-a', {}, 'other')], packages, [])).toThrow(
      /@acme\/extraction-a and other both have the id extraction-a\.\nRemedy/,
    );
  });

  it('loads the settings of all plugins and reports all invalid ones at once', () => {
    const plugins = [found('extraction-a', { config: NotesConfig }), found('extraction-b', { config: NotesConfig })];
    expect(configurePlugins(plugins, {}).map(({ config, version }) => ({ config, version }))).toEqual([
      { config: { pages: 5 }, version: '2.1.0' },
      { config: { pages: 5 }, version: '2.1.0' },
    ]);
    expect(() => configurePlugins(plugins, { EXTRACTION_NOTES_PAGES: 'many' })).toThrow(
      /EXTRACTION_NOTES_PAGES[^]*_PAGES/,
    );
  });

  it('requires one search plugin, one storage plugin and at most one OCR engine', () => {
    const sound = [
      { id: 'search-a', kinds: ['search' as const] },
      { id: 'storage-a', kinds: ['storage' as const] },
    ];
    expect(() => checkKinds(sound)).not.toThrow();
    expect(() => checkKinds(sound.slice(1))).toThrow(/no plugin for search is loaded\.\nRemedy/);
    expect(() => checkKinds([...sound, { id: 'storage-b', kinds: ['storage'] }])).toThrow(
      /only one: storage-a, storage-b\.\nRemedy: .*PLUGINS_DISABLED=storage-a\./,
    );
    const ocr = (id: string) => ({ id, kinds: ['ocr' as const] });
    expect(() => checkKinds([...sound, ocr('ocr-a')])).not.toThrow();
    expect(() => checkKinds([...sound, ocr('ocr-a'), ocr('ocr-b')])).toThrow(/2 plugins for ocr/);
  });
});

describe('loadPlugins', () => {
  const load = (external: string[], disabled: string[] = []) => loadPlugins({ external, disabled, environment: {} });

  it('finds all plugins of the folder, each with the version of its package', async () => {
    const plugins = await load([]);
    expect(plugins.map(({ id }) => id)).toEqual(expect.arrayContaining(['extraction-pdf', 'storage-local']));
    expect(new Set(plugins.map(({ version }) => version))).not.toContain('unknown');
  });

  it('rejects a listed package that is missing, not a package or not a plugin', async () => {
    await expect(load(['@acme/missing'])).rejects.toThrow(/not installed/);
    await expect(load(['../evil'])).rejects.toThrow(/PLUGINS_EXTERNAL: must be names of npm packages/);
    await expect(load(['kysely'])).rejects.toThrow(/kysely cannot be used/);
  });

  it('rejects an installation without a storage plugin', async () => {
    await expect(load([], ['storage-local'])).rejects.toThrow(/no plugin for storage/);
  });
});
