import { Env } from '@archivolt/plugin-kit';
import { describe, expect, it } from '@jest/globals';
import { likelyTypos } from './likely-typos.js';

class SampleConfig {
  @Env('PORT') port: number = 1;
  @Env('AUTH_SECRET', { secret: true }) secret?: string;
  @Env('DATABASE_URL', { secret: true }) url?: string;
  @Env('DOCUMENTS_OCR_LANGUAGES', { aliases: ['OCR_LANGUAGES'] }) languages: string[] = [];
}

const hints = (environment: Record<string, string>) => likelyTypos([SampleConfig], environment);

describe('likelyTypos', () => {
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
});
