import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, Env } from '@archivolt/plugin-kit';
import { IsInt, Min } from 'class-validator';
import { findPackages, type PluginPackage } from './find-packages.js';
import { configurePlugins, loadPlugins } from './load-plugins.js';
import { readManifest } from './read-manifest.js';

const acme: PluginPackage = { name: '@acme/extraction-notes', version: '2.1.0', isExternal: true, folder: '/acme' };

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
      { name: 'one', version: '1.0.0', isExternal: false, folder: join(root, 'app/plugins/one') },
      { name: 'two', version: '1.0.0', isExternal: false, folder: join(root, 'app/plugins/two') },
      { name: 'far', version: '0.9.0', isExternal: true, folder: join(root, 'node_modules/far') },
      { name: '@acme/near', version: '3.2.1', isExternal: true, folder: join(root, 'app/node_modules/@acme/near') },
    ]);
  });

  it('rejects an external package that is not installed and names the install command', () => {
    expect(() => findPackages(join(root, 'app'), ['missing'])).toThrow(
      /missing of PLUGINS_EXTERNAL is not installed\.\nRemedy: run `npm install --no-save missing` in .*app/,
    );
  });
});

class NotesConfig {
  @Env('EXTRACTION_NOTES_PAGES') @IsInt() @Min(1) pages: number = 5;
}

describe('readManifest', () => {
  it('names the plugin whose main module never finishes loading, instead of ending without a message', async () => {
    const read = await readManifest({ ...acme, folder: '/' }, () => new Promise(() => undefined), 0.01);
    expect(read).toMatchObject({
      mistake: {
        what: 'cannot be loaded: its main module did not respond within 0.01 s',
        remedy: expect.stringContaining('fix or remove @acme/extraction-notes'),
      },
    });
  });
});

describe('configurePlugins', () => {
  it('loads the settings of all plugins and reports all invalid ones at once', () => {
    const plugins = ['extraction-a', 'extraction-b'].map((id) => ({
      found: { ...acme, name: `@acme/${id}` },
      manifest: definePlugin({ id, contract: 2, config: NotesConfig, provides: {} }),
    }));
    expect(configurePlugins(plugins, {}).map(({ config, version }) => ({ config, version }))).toEqual([
      { config: { pages: 5 }, version: '2.1.0' },
      { config: { pages: 5 }, version: '2.1.0' },
    ]);
    expect(() => configurePlugins(plugins, { EXTRACTION_NOTES_PAGES: 'many' })).toThrow(
      /EXTRACTION_NOTES_PAGES[^]*_PAGES/,
    );
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
    await expect(load([], ['storage-local'])).rejects.toThrow(/STORAGE_PLUGIN: no plugin for storage is loaded/);
  });

  it('rejects an unknown id in PLUGINS_DISABLED and lists the known ones', async () => {
    await expect(load([], ['extraction-c'])).rejects.toThrow(/PLUGINS_DISABLED: must be ids.*extraction-pdf/);
  });

  it('accepts `filesystem`, the value of DOCUMENT_STORAGE_DRIVER, for the bundled storage plugin', async () => {
    const choice = { external: [], disabled: [], environment: {} };
    await expect(loadPlugins({ ...choice, storage: 'filesystem' })).resolves.toEqual(expect.any(Array));
    await expect(loadPlugins({ ...choice, storage: 's3' })).rejects.toThrow(
      /STORAGE_PLUGIN: must be the id of a loaded plugin for storage: storage-local/,
    );
  });

  it('names the alias in the message when the alias is what is set', async () => {
    const environment = { EMAILS_DRIVER: 'sendmail' };
    await expect(loadPlugins({ external: [], disabled: [], environment, mailTransport: 'sendmail' })).rejects.toThrow(
      /^ {2}EMAILS_DRIVER: must be the id of a loaded plugin for mail-transport: mail-transport-log, mail-transport-resend, mail-transport-smtp/m,
    );
  });
});
