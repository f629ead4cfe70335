import { LearnFilingOfOrganization } from '#automation/learned-filing';
import { scheduledTask } from '#ground/jobs';

export const LearnFilingOnSchedule = scheduledTask('learn-filing', LearnFilingOfOrganization, {
  cron: '4-59/15 * * * *',
  description: 'learns from what people have filed, in organizations where enough has changed',
  run: (learning, signal) => learning.requestDue(signal),
  sentence: (count) => `Learning was begun for ${count} organizations.`,
});
