import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '@archivolt/plugin-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IsArray, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { ConfigurationError, loadConfig } from './load-config.js';

class SampleConfig {
  @Env('SAMPLE_PORT') @IsInt() @Min(1024) @Max(65535) port: number = 1221;
  @Env('SAMPLE_SWITCH') on: boolean = false;
  @Env('SAMPLE_NAMES') @IsArray() names: string[] = ['eng'];
  @Env('SAMPLE_SECRET', { secret: true }) @IsOptional() @IsString() @MinLength(8) secret?: string;
  @Env('SAMPLE_NAME', { aliases: ['SAMPLE_OLD_NAME', 'SAMPLE_OLDER_NAME'] }) @IsString() renamed: string = 'none';
}

describe('loadConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps the defaults when variables are missing or blank', () => {
    const { config, problems } = loadConfig(SampleConfig, { SAMPLE_PORT: '  ', SAMPLE_SWITCH: '' });
    expect(problems).toEqual([]);
    expect({ ...config }).toEqual({ port: 1221, on: false, names: ['eng'], renamed: 'none' });
  });

  it.each([
    ['YES', true],
    ['Enabled', true],
    ['off', false],
    ['0', false],
  ])('reads %s as a boolean', (text, expected) => {
    expect(loadConfig(SampleConfig, { SAMPLE_SWITCH: text }).config.on).toBe(expected);
  });

  it.each(['0x50', '0b11', '1e3', '12abc', 'NaN', 'Infinity', '+5', '1_000', '1,5', '12 34', '9'.repeat(16)])(
    'rejects %s as a number',
    (text) => {
      expect(loadConfig(SampleConfig, { SAMPLE_PORT: text }).problems).toEqual([
        { variable: 'SAMPLE_PORT', message: 'must be a plain decimal number such as 25' },
      ]);
    },
  );

  it.each(['tru', '2', 'null', 'true,false'])('rejects %s as a boolean', (text) => {
    expect(loadConfig(SampleConfig, { SAMPLE_SWITCH: text }).problems).toHaveLength(1);
  });

  it('rejects a fraction for an integer setting', () => {
    expect(loadConfig(SampleConfig, { SAMPLE_PORT: '2000.5' }).problems).toEqual([
      { variable: 'SAMPLE_PORT', message: 'must be an integer number' },
    ]);
  });

  it('reads the first alias that is set and skips a blank one', () => {
    const environment = { SAMPLE_OLD_NAME: 'old', SAMPLE_OLDER_NAME: 'older' };
    expect(loadConfig(SampleConfig, environment).config.renamed).toBe('old');
    expect(loadConfig(SampleConfig, { ...environment, SAMPLE_NAME: 'new' }).config.renamed).toBe('new');
    expect(loadConfig(SampleConfig, { ...environment, SAMPLE_OLD_NAME: ' ' }).config.renamed).toBe('older');
  });

  it('trims list items and drops empty ones', () => {
    expect(loadConfig(SampleConfig, { SAMPLE_NAMES: ' eng, ,deu ' }).config.names).toEqual(['eng', 'deu']);
  });

  it('reads a secret from the file that the _FILE variable names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'from-a-file\n');
    expect(loadConfig(SampleConfig, { SAMPLE_SECRET_FILE: file }).config.secret).toBe('from-a-file');
  });

  it('rejects a secret that is set as a variable and as a file, and reads the file when the variable is blank', () => {
    const file = join(folder, 'other');
    writeFileSync(file, 'from-a-file');
    const both = { SAMPLE_SECRET: 'from-the-variable', SAMPLE_SECRET_FILE: file };
    expect(loadConfig(SampleConfig, both).problems).toEqual([
      { variable: 'SAMPLE_SECRET', message: 'SAMPLE_SECRET and SAMPLE_SECRET_FILE are both set; unset one of them' },
    ]);
    expect(loadConfig(SampleConfig, { ...both, SAMPLE_SECRET: '' }).config.secret).toBe('from-a-file');
  });

  it.each([
    ['cannot be read', 'absent'],
    ['is empty', 'empty'],
  ])('rejects a secret file that %s', (message, name) => {
    writeFileSync(join(folder, 'empty'), '\n');
    const { problems } = loadConfig(SampleConfig, { SAMPLE_SECRET_FILE: join(folder, name) });
    expect(problems).toMatchObject([{ variable: 'SAMPLE_SECRET', message: expect.stringContaining(message) }]);
  });

  it('ignores a file variable of a setting that is not a secret', () => {
    expect(loadConfig(SampleConfig, { SAMPLE_NAME_FILE: join(folder, 'absent') }).problems).toEqual([]);
  });

  it('reports every problem at once and never shows a value', () => {
    const environment = { SAMPLE_PORT: '80', SAMPLE_SWITCH: 'maybe', SAMPLE_SECRET: 'short' };
    const { message } = new ConfigurationError(loadConfig(SampleConfig, environment).problems);
    expect(message).toMatch(
      /SAMPLE_SWITCH: must be true or false[^]*SAMPLE_PORT: must not be less than 1024[^]*SAMPLE_SECRET: must be longer/,
    );
    expect(message).not.toMatch(/short\b(?!er)|maybe/);
  });
});
