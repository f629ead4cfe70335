import { describe, expect, it } from '@jest/globals';
import { definePlugin, type PluginKind } from '@archivolt/plugin-kit';
import { chosenPlugin, isInUse, mistakesInChoices } from './choose-plugins.js';

const plugin = (id: string, kind: PluginKind) => ({ id, kinds: [kind] });
const local = plugin('storage-local', 'storage');
const remote = plugin('storage-s3', 'storage');
const search = plugin('search-segments', 'search');
const tagger = plugin('auto-tagger-acme', 'auto-tagger');

describe('the choice of a plugin', () => {
  it('several loaded plugins need no setting when one is the usual one', () => {
    expect(chosenPlugin('storage', [remote, local], {})).toBe(local);
  });

  it('the plugin that the setting names is used', () => {
    expect(chosenPlugin('storage', [local, remote], { storage: 'storage-s3' })).toBe(remote);
    expect(isInUse('storage', local, [local, remote], { storage: 'storage-s3' })).toBe(false);
    expect(isInUse('subscriber', local, [local, remote], { storage: 'storage-s3' })).toBe(true);
  });

  it('the names that drivers had before there were plugins are accepted', () => {
    const log = plugin('mail-transport-log', 'mail-transport');
    const other = plugin('mail-transport-acme', 'mail-transport');
    const smtp = plugin('mail-transport-smtp', 'mail-transport');
    expect(chosenPlugin('mail-transport', [other, log], { mailTransport: 'logger' })).toBe(log);
    expect(chosenPlugin('mail-transport', [other, log, smtp], { mailTransport: 'smtp' })).toBe(smtp);
    expect(chosenPlugin('mail-transport', [other, log], { mailTransport: 'smtp' })).toBeUndefined();
    expect(chosenPlugin('mail-transport', [other, log], { mailTransport: 'constructor' })).toBeUndefined();
    const catchAll = plugin('intake-address-catch-all', 'intake-address');
    const relay = plugin('intake-address-owlrelay', 'intake-address');
    expect(chosenPlugin('intake-address', [relay, catchAll], {})).toBe(catchAll);
    expect(chosenPlugin('intake-address', [relay, catchAll], { intakeAddress: 'catch-all' })).toBe(catchAll);
    expect(chosenPlugin('intake-address', [relay, catchAll], { intakeAddress: 'owlrelay' })).toBe(relay);
    expect(chosenPlugin('intake-address', [catchAll], { intakeAddress: 'owlrelay' })).toBeUndefined();
    expect(chosenPlugin('storage', [remote, local], { storage: 'filesystem' })).toBe(local);
    expect(chosenPlugin('storage', [remote, local], { storage: 'logger' })).toBeUndefined();
  });

  it('the only loaded plugin is used when the usual one is disabled', () => {
    expect(chosenPlugin('storage', [search, remote], {})).toBe(remote);
  });

  it('no auto-tagger is used until the setting names one', () => {
    expect(chosenPlugin('auto-tagger', [tagger], {})).toBeUndefined();
    expect(chosenPlugin('auto-tagger', [tagger], { autoTagger: tagger.id })).toBe(tagger);
    expect(mistakesInChoices([local, search, tagger], {})).toEqual([]);
  });

  it('the auto-tagger for language models is used when AI is allowed and configured, and none when AI is off', () => {
    const { id, provides } = definePlugin<{ address?: string }>({
      id: 'auto-tagger-llm',
      contract: 2,
      provides: {
        'auto-tagger': {
          isConfigured: ({ address }) => address !== undefined,
          create: () => ({ suggest: () => Promise.resolve({ tags: [] }) }),
        },
      },
    });
    const idle = { ...plugin(id, 'auto-tagger'), manifest: { provides }, config: {} };
    const llm = { ...idle, config: { address: 'http://localhost' } };
    expect(chosenPlugin('auto-tagger', [tagger, llm], {})).toBeUndefined();
    expect(chosenPlugin('auto-tagger', [tagger, idle], { isAiEnabled: true })).toBeUndefined();
    expect(chosenPlugin('auto-tagger', [tagger, llm], { isAiEnabled: true })).toBe(llm);
    expect(chosenPlugin('auto-tagger', [tagger, llm], { isAiEnabled: true, autoTagger: tagger.id })).toBe(tagger);
    const off = { isAiEnabled: false, autoTagger: tagger.id };
    expect(chosenPlugin('auto-tagger', [tagger, llm], off)).toBeUndefined();
    expect(mistakesInChoices([local, search, tagger], off)).toEqual([]);
    expect(mistakesInChoices([local, search, tagger], { ...off, autoTagger: 'x' })).toHaveLength(1);
  });

  it('a name that is not loaded is reported with the ids that are', () => {
    expect(mistakesInChoices([local, remote, search], { storage: 'storage-azure', search: 'search-sqlite' })).toEqual([
      { variable: 'SEARCH_PLUGIN', message: 'must be the id of a loaded plugin for search: search-segments' },
      {
        variable: 'STORAGE_PLUGIN',
        message: 'must be the id of a loaded plugin for storage: storage-local, storage-s3',
      },
    ]);
  });

  it('several plugins of which none is the usual one are reported', () => {
    const others = [plugin('ocr-a', 'ocr'), plugin('ocr-b', 'ocr')];
    expect(mistakesInChoices([local, search, ...others], {})).toEqual([
      { variable: 'OCR_PLUGIN', message: expect.stringContaining('several are loaded: ocr-a, ocr-b') },
    ]);
  });

  it('a kind that the product needs and that no plugin provides is reported', () => {
    expect(mistakesInChoices([local], {})).toEqual([
      { variable: 'SEARCH_PLUGIN', message: expect.stringContaining('no plugin for search is loaded') },
    ]);
  });
});
