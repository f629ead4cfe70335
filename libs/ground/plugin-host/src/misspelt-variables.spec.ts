import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { definePlugin, Env, type ConfigClass, type PluginKind } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from './load-plugins.js';
import { misspeltVariables } from './misspelt-variables.js';

class EpubConfig {
  @Env('EXTRACTION_EPUB_MAX_CHAPTERS') maxChapters: number = 5;
  @Env('EXTRACTION_EPUB_KEY', { secret: true }) key: string = '';
}

class FolderConfig {
  @Env('INTAKE_FOLDER_PATH') path: string = '';
}

function loaded(id: string, kind: PluginKind, config?: ConfigClass, names: string[] = []): LoadedPlugin {
  const manifest = definePlugin({ id, contract: 2, provides: {}, ...(config ? { config } : {}) });
  const instances = names.map((name) => ({ name, config: {} }));
  return { id, packageName: id, version: '1.0.0', kinds: [kind], manifest, config: {}, instances };
}

const epub = loaded('extraction-epub', 'extraction', EpubConfig);
const notes = loaded('extraction-epub-notes', 'extraction');
const folder = loaded('intake-folder', 'intake', FolderConfig, ['scans']);
const hostSettings = new Set(['EXTRACTION_TIMEOUT_MS', 'EXTRACTION_EPUB_HOST']);
const found = (environment: Record<string, string>, plugins = [epub, folder], otherIds: string[] = []) =>
  misspeltVariables(plugins, environment, { hostSettings, otherIds }).map(
    ({ variable, hint }) => `${variable} ${hint}`,
  );

describe('misspeltVariables', () => {
  it.each([
    ['EXTRACTION_EPUB_MAX_CHAPTER', 'did you mean EXTRACTION_EPUB_MAX_CHAPTERS?'],
    ['EXTRACTION_EPUB_PAGES', /has no such setting; it has EXTRACTION_EPUB_MAX_CHAPTERS/],
    ['extraction_epub_max_chapters', 'did you mean EXTRACTION_EPUB_MAX_CHAPTERS?'],
    ['INTAKE_FOLDER_INSTANCE', 'did you mean INTAKE_FOLDER_INSTANCES?'],
    ['INTAKE_FOLDER_SCANS_PATHS', 'did you mean INTAKE_FOLDER_SCANS_PATH?'],
  ])('misspeltVariables reports %s', (variable, hint) => {
    expect(found({ [variable]: 'x' })).toEqual([
      typeof hint === 'string' ? `${variable} ${hint}` : expect.stringMatching(hint),
    ]);
  });

  it('reports that the plugin has no settings at all', () => {
    expect(found({ EXTRACTION_EPUB_NOTES_PAGES: '1' }, [epub, notes])).toEqual([
      'EXTRACTION_EPUB_NOTES_PAGES the plugin extraction-epub-notes has no settings',
    ]);
  });

  it.each([
    'EXTRACTION_EPUB_MAX_CHAPTERS',
    'EXTRACTION_EPUB_KEY',
    'EXTRACTION_EPUB_KEY_FILE',
    'EXTRACTION_TIMEOUT_MS',
    'EXTRACTION_EPUB_HOST',
    'INTAKE_FOLDER_INSTANCES',
    'INTAKE_FOLDER_SCANS_PATH',
    'EXTRACTION_EPUBS',
  ])('misspeltVariables does not report %s', (variable) => {
    expect(found({ [variable]: 'x' })).toEqual([]);
  });

  it('misspeltVariables ignores blank variables, and those of an installed plugin with a longer id that is not loaded', () => {
    expect(found({ EXTRACTION_EPUB_PAGES: ' ' })).toEqual([]);
    expect(found({ EXTRACTION_EPUB_NOTES_PAGES: '1' }, [epub], ['extraction-epub-notes'])).toEqual([]);
  });
});
