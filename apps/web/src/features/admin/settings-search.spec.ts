import { describe, expect, it } from '@jest/globals';
import { foundSettings } from './settings-search';

const setting = (name: string, value: string | null, plugin: string | null = null) => ({
  ...{ name, value, plugin },
  isSet: value !== null,
  isSecret: false,
});

describe('the search in settings', () => {
  const all = [
    setting('DATABASE_POOL_SIZE', '12'),
    setting('S3_BUCKET', 'archive', 's3'),
    setting('SMTP_HOST', 'mail.example.com', 'smtp'),
  ];

  it.each([
    ['', ['DATABASE_POOL_SIZE', 'S3_BUCKET', 'SMTP_HOST']],
    ['  pool database ', ['DATABASE_POOL_SIZE']],
    ['example', ['SMTP_HOST']],
    ['S3 archive', ['S3_BUCKET']],
    ['pool smtp', []],
  ])('the search "%s" finds the settings that contain all its words in name, value or plugin', (search, names) => {
    expect(foundSettings(all, search).map(({ name }) => name)).toEqual(names);
  });
});
