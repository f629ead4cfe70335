import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { TaggingRulesConfig } from '#config/tagging-rules';
import type { UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { TagRepository } from '#archive/tags';
import type { FollowUpRepository } from './follow-up.repository.js';
import type { RuleChecks } from './rule-checks.js';
import type { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { TaggingRule } from './tagging-rule.js';
import { TaggingRulesService } from './tagging-rules.service.js';

const PAGE = { pageIndex: 0, pageSize: 500 };

describe('lists of rules', () => {
  function aService() {
    const begun: { organizationId: string; end: () => void }[] = [];
    const list = ({ organizationId }: OrganizationScope) => {
      const { promise, resolve } = Promise.withResolvers<TaggingRule[]>();
      begun.push({ organizationId, end: () => resolve([]) });
      return promise;
    };
    const service = new TaggingRulesService(
      {} as UnitOfWork,
      { list } as unknown as TaggingRuleRepository,
      {} as TagRepository,
      {} as RuleChecks,
      {} as FollowUpRepository,
      {} as TaggingRulesConfig,
    );
    return { service, begun, names: () => begun.map(({ organizationId }) => organizationId) };
  }

  it('two lists are made at a time, and another organization does not wait for all that came before', async () => {
    const { service, begun, names } = aService();
    const ofBusy = Array.from({ length: 20 }, () => service.list({ organizationId: 'busy' }, PAGE));
    const ofOther = service.list({ organizationId: 'other' }, PAGE);
    await setImmediate();
    expect(names()).toEqual(['busy', 'busy']);
    begun[0]?.end();
    await setImmediate();
    expect(names()).toEqual(['busy', 'busy', 'other']);
    await endAll(begun, [...ofBusy, ofOther]);
    expect(begun).toHaveLength(21);
  });

  it('a list whose request has ended before its turn is not made', async () => {
    const { service, begun } = aService();
    const ended = new AbortController();
    const made = [1, 2].map(() => service.list({ organizationId: 'busy' }, PAGE));
    const waiting = service.list({ organizationId: 'busy' }, PAGE, ended.signal);
    ended.abort(new Error('the request has ended'));
    await expect(waiting).rejects.toThrow('the request has ended');
    for (const { end } of begun) end();
    await Promise.all(made);
    expect(begun).toHaveLength(2);
  });

  it('a list is refused with 429 when 25 of its organization wait already, and one of another organization is not', async () => {
    const { service, begun } = aService();
    const list = (organizationId: string) => service.list({ organizationId }, PAGE);
    const taken = Array.from({ length: 27 }, () => list('busy'));
    await expect(list('busy')).rejects.toMatchObject({ code: 'server.too_many_requests' });
    taken.push(list('other'));
    await endAll(begun, taken);
  });

  it('a list is refused with 503 when 100 lists of all organizations wait already', async () => {
    const { service, begun } = aService();
    const taken = Array.from({ length: 102 }, (_, at) =>
      service.list({ organizationId: `organization ${at % 10}` }, PAGE),
    );
    await expect(service.list({ organizationId: 'eleventh' }, PAGE)).rejects.toMatchObject({ code: 'server.busy' });
    await endAll(begun, taken);
  });
});

async function endAll(begun: { end: () => void }[], lists: Promise<unknown>[]): Promise<void> {
  for (let at = 0; at < lists.length; at += 1) {
    begun[at]?.end();
    await setImmediate();
  }
  await Promise.all(lists);
}
