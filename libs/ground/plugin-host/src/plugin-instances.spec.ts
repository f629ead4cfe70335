import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { readInstances } from './plugin-instances.js';

class FolderConfig {
  @Env('INTAKE_FOLDER_PATH') @IsString() path!: string;
  @Env('INTAKE_FOLDER_SECONDS') @IsInt() @Min(1) seconds: number = 10;
  @Env('INTAKE_FOLDER_TOKEN', { secret: true }) @IsOptional() @IsString() token?: string;
  @Env('INTAKE_FOLDER_MAX_PATH') @IsOptional() @IsString() maxPath?: string;
}

const read = (environment: Record<string, string>) => readInstances('intake-folder', FolderConfig, environment);
const names = (list: string) =>
  read({ INTAKE_FOLDER_INSTANCES: list, INTAKE_FOLDER_PATH: '/in' }).problems.map(
    ({ variable, message }) => `${variable}: ${message}`,
  );

describe('the instances of an intake', () => {
  it('an intake has no instances without the list', () => {
    expect(read({ INTAKE_FOLDER_PATH: '/in' })).toEqual({ instances: undefined, problems: [] });
  });

  it('the settings of an instance override those of its plugin', () => {
    const { instances, problems } = read({
      INTAKE_FOLDER_INSTANCES: 'scans, old-mail',
      INTAKE_FOLDER_PATH: '/in',
      INTAKE_FOLDER_SECONDS: '60',
      INTAKE_FOLDER_SCANS_PATH: '/scans',
      INTAKE_FOLDER_OLD_MAIL_SECONDS: '5',
    });
    expect(problems).toEqual([]);
    expect(instances).toEqual([
      { name: 'scans', config: { path: '/scans', seconds: 60 } },
      { name: 'old-mail', config: { path: '/in', seconds: 5 } },
    ]);
  });

  it('a wrong value is reported by the variable in which it was written, and a missing one by both', () => {
    const { problems } = read({
      INTAKE_FOLDER_INSTANCES: 'a,b',
      INTAKE_FOLDER_A_PATH: '/a',
      INTAKE_FOLDER_A_SECONDS: 'x',
    });
    expect(problems.map(({ variable }) => variable)).toEqual([
      'INTAKE_FOLDER_A_SECONDS',
      'INTAKE_FOLDER_B_PATH or INTAKE_FOLDER_PATH',
    ]);
  });

  it.each([
    ['Scans', 'must be names of a letter'],
    ['1st', 'must be names of a letter'],
    ['a,a', 'has the name a twice'],
    [',', 'must list at least one name'],
    ['max', 'INTAKE_FOLDER_MAX_PATH is a setting of the plugin, too'],
    ['a,a-max', 'INTAKE_FOLDER_A_MAX_PATH is a setting of the instance a, too'],
  ])('instance names are rejected as %s', (list, reason) => {
    expect(names(list)).toEqual([expect.stringContaining(reason)]);
  });
});
