import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '@archivolt/plugin-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IsArray, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { loadConfig } from './load-config.js';
import { loadConfigs } from './load-configs.js';

class SampleConfig {
  @Env('SAMPLE_PORT') @IsInt() @Min(1024) @Max(65535) port: number = 1221;
  @Env('SAMPLE_SWITCH') on: boolean = false;
  @Env('SAMPLE_NAMES') @IsArray() names: string[] = ['eng'];
  @Env('SAMPLE_SECRET', { secret: true }) @IsOptional() @IsString() @MinLength(8) secret?: string;
}

describe('loadConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps the defaults when variables are missing or blank', () => {
    const { config, problems } = loadConfig(SampleConfig, { SAMPLE_PORT: '  ', SAMPLE_SWITCH: '' });
    expect(problems).toEqual([]);
    expect({ ...config }).toEqual({ port: 1221, on: false, names: ['eng'] });
  });

  it.each([
    ['YES', true],
    ['Enabled', true],
    ['off', false],
    ['0', false],
  ])('reads %s as a boolean', (text, expected) => {
    expect(loadConfig(SampleConfig, { SAMPLE_SWITCH: text }).config.on).toBe(expected);
  });

  it.each(['0x50', '1e3', '12abc', 'NaN'])('refuses %s as a number', (text) => {
    expect(loadConfig(SampleConfig, { SAMPLE_PORT: text }).problems).toEqual([
      { variable: 'SAMPLE_PORT', message: 'must be a plain number' },
    ]);
  });

  it('trims list items and drops empty ones', () => {
    expect(loadConfig(SampleConfig, { SAMPLE_NAMES: ' eng, ,deu ' }).config.names).toEqual(['eng', 'deu']);
  });

  it('reads a secret from the file that the _FILE variable names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'from-a-file\n');
    expect(loadConfig(SampleConfig, { SAMPLE_SECRET_FILE: file }).config.secret).toBe('from-a-file');
  });

  it('names every problem at once and never shows a value', () => {
    const load = () =>
      loadConfigs([SampleConfig], { SAMPLE_PORT: '80', SAMPLE_SWITCH: 'maybe', SAMPLE_SECRET: 'short' });
    expect(load).toThrow(
      /SAMPLE_SWITCH: must be true or false[^]*SAMPLE_PORT: must not be less than 1024[^]*SAMPLE_SECRET: must be longer/,
    );
    expect(load).not.toThrow(/short\b(?!er)|maybe/);
  });
});
