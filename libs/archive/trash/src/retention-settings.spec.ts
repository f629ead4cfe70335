import { describe, expect, it } from '@jest/globals';
import { RetentionConfig } from '#config/retention';
import { loadConfig } from '#ground/settings';

describe('the settings of retention', () => {
  it('retention settings accept cron expressions and nothing else', () => {
    const load = (cron: string) =>
      loadConfig(RetentionConfig, { DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON: cron }).problems;
    for (const cron of ['0 0 * * *', '*/5 * * * *', '30 2 1 * 1-5']) expect(load(cron)).toEqual([]);
    for (const cron of ['never', '99 * * * *', '* *']) {
      expect(load(cron)).toMatchObject([{ variable: 'DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON' }]);
    }
  });

  it('retention runs at the start unless the shared setting or its own says otherwise', () => {
    const load = (environment: Record<string, string>) => loadConfig(RetentionConfig, environment).config;
    expect(load({})).toMatchObject({ documentsOnStartup: true, organizationsOnStartup: true });
    const shared = { RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT: 'no' };
    expect(load(shared)).toMatchObject({ documentsOnStartup: false, organizationsOnStartup: false });
    expect(load({ ...shared, DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_RUN_ON_STARTUP: 'yes' })).toMatchObject({
      documentsOnStartup: true,
      organizationsOnStartup: false,
    });
  });
});
