import { describe, expect, it } from '@jest/globals';
import type { CounterDifference } from '#libs/history';
import { checkCounters } from './check-counters.js';

const right = { activeDocuments: 2, activeBytes: 10, trashedDocuments: 0, trashedBytes: 0 };
const difference: CounterDifference = {
  organizationId: 'org_1',
  recorded: { ...right, activeDocuments: 3 },
  counted: right,
};

function countersWith(differences: CounterDifference[]) {
  const mended: string[] = [];
  return {
    mended,
    compare: () => Promise.resolve(differences),
    mend: (organizationId: string) => {
      mended.push(organizationId);
      return Promise.resolve();
    },
  };
}

describe('the check of the counters', () => {
  it('reports that all counters are right', async () => {
    expect(await checkCounters(countersWith([]), { fix: true })).toMatchObject({ state: 'fine' });
  });

  it('names the wrong counters and the remedy, and changes nothing without --fix', async () => {
    const counters = countersWith([difference]);
    const finding = await checkCounters(counters, { fix: false });
    expect(finding).toMatchObject({
      state: 'wrong',
      text: 'wrong for 1 organizations, for instance org_1 (activeDocuments 3 instead of 2)',
    });
    expect(finding.remedy).toContain('doctor -- --fix');
    expect(counters.mended).toEqual([]);
  });

  it('counts again with --fix, and says for which organizations', async () => {
    const counters = countersWith([difference]);
    const finding = await checkCounters(counters, { fix: true });
    expect(finding).toMatchObject({ state: 'fine', text: expect.stringContaining('corrected for 1 organizations') });
    expect(counters.mended).toEqual(['org_1']);
  });
});
