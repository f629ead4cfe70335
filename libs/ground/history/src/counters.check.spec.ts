import { describe, expect, it } from '@jest/globals';
import { CountersCheck } from './counters.check.js';
import type { CounterDifference, Counters } from './counters.repository.js';

const right = { activeDocuments: 2, activeBytes: 10, trashedDocuments: 0, trashedBytes: 0 };
const difference: CounterDifference = {
  organizationId: 'org_1',
  recorded: { ...right, activeDocuments: 3 },
  counted: right,
};

function checkOver(differences: CounterDifference[]) {
  const mended: string[] = [];
  const counters: Pick<Counters, 'compare' | 'mend'> = {
    compare: () => Promise.resolve(differences),
    mend: (organizationId) => {
      mended.push(organizationId);
      return Promise.resolve();
    },
  };
  return { check: new CountersCheck(counters as Counters), mended };
}

describe('CountersCheck', () => {
  it('reports that all counters are right', async () => {
    expect(await checkOver([]).check.run()).toMatchObject({ status: 'ok' });
  });

  it('names the wrong counters with the remedy and changes nothing', async () => {
    const { check, mended } = checkOver([difference]);
    const result = await check.run();
    expect(result).toMatchObject({
      status: 'problem',
      message: 'wrong for 1 organizations, for instance org_1 (activeDocuments 3 instead of 2)',
    });
    expect(result.remedy).toContain('doctor -- --fix');
    expect(mended).toEqual([]);
  });

  it('counts again for each organization with wrong counters and names them', async () => {
    const { check, mended } = checkOver([difference]);
    expect(await check.fix()).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('corrected for 1 organizations'),
    });
    expect(mended).toEqual(['org_1']);
  });
});
