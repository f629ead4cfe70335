import { Env } from '@archivolt/plugin-kit';
import { describe, expect, it } from '@jest/globals';
import { missingProtection } from './missing-settings.js';
import { unreadVariables } from './unread-variables.js';

class SampleConfig {
  @Env('PORT') port: number = 1;
  @Env('AUTH_SECRET', { secret: true }) secret?: string;
  @Env('DATABASE_URL', { secret: true }) url?: string;
  @Env('DOCUMENTS_OCR_LANGUAGES', { aliases: ['OCR_LANGUAGES'] }) languages: string[] = [];
}

class MoreSettings {
  @Env('DOCUMENTS_A') a: number = 1;
  @Env('DOCUMENTS_B') b: number = 1;
}

const hints = (environment: Record<string, string>) => unreadVariables([SampleConfig], environment);

describe('unreadVariables', () => {
  it.each([
    ['DOCUMENT_OCR_LANGUAGES', 'DOCUMENTS_OCR_LANGUAGES'],
    ['OCR_LANGUAGE', 'OCR_LANGUAGES'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['AUTH_SECRETS', 'AUTH_SECRET'],
    ['auth_secret', 'AUTH_SECRET'],
    ['PROT', 'PORT'],
  ])('the variable %s suggests the setting %s', (variable, meant) => {
    expect(hints({ [variable]: 'x' })).toEqual([{ variable, hint: `did you mean ${meant}?` }]);
  });

  it('settings, blank variables and variables of other programs are not reported', () => {
    const others = { PATH: '/bin', HOME: '/', PWD: '/', TERM: 'x', SHELL: 'x', npm_config_cache: 'x', USER: 'ada' };
    const ours = { PORT: '2000', OCR_LANGUAGES: 'eng', AUTH_SECRET_FILE: '/run/secret' };
    expect(hints({ ...others, ...ours, DATABASE_URI: ' ' })).toEqual([]);
  });

  it('explains that only secrets are read from files', () => {
    expect(hints({ PORT_FILE: '/run/port' })).toEqual([
      { variable: 'PORT_FILE', hint: 'only secrets are read from files; set PORT itself' },
    ]);
  });

  it.each([
    ['DOCUMENTS_PURGE_AFTER', 'no setting has this name'],
    ['KV_STORE_DRIVER', 'it is kept in PostgreSQL, and there is nothing to choose; unset it'],
    ['DOCUMENT_SEARCH_DRIVER', 'the search plugin is named by SEARCH_PLUGIN'],
  ])('the variable %s, which has no effect, is reported', (variable, hint) => {
    expect(unreadVariables([SampleConfig, MoreSettings], { [variable]: 'x' })).toEqual([{ variable, hint }]);
  });

  it('a variable that begins as a plugin does is left to the plugin', () => {
    const environment = { DOCUMENTS_EPUB_CHAPTERS: '3' };
    expect(unreadVariables([SampleConfig, MoreSettings], environment, ['DOCUMENTS_EPUB_'])).toEqual([]);
  });
});

describe('missingProtection', () => {
  it.each([
    ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED', 'true', ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED']],
    ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED', 'TRUE ', ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED']],
    ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED', 'false', []],
    ['DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED', ' ', []],
    ['DOCUMENT_STORAGE_DOCUMENT_KEY_ENCRYPTION_KEYS', '1:0a', ['DOCUMENT_STORAGE_DOCUMENT_KEY_ENCRYPTION_KEYS']],
    ['DATABASE_ENCRYPTION_KEY', 'secret', ['DATABASE_ENCRYPTION_KEY']],
    ['DATABASE_ENCRYPTION_KEY_FILE', '/run/key', ['DATABASE_ENCRYPTION_KEY']],
  ])('the settings %s=%j are refused as %j', (variable, value, refused) => {
    expect(missingProtection({ [variable]: value }).map((problem) => problem.variable)).toEqual(refused);
  });
});
