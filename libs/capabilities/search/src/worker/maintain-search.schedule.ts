import { scheduledTask } from '#ground/jobs';
import { SearchService } from '#capabilities/search';

export const MaintainSearch = scheduledTask('maintain-search', SearchService, {
  cron: '*/5 * * * *',
  description: 'lets the search plugin flush and merge its index',
  run: (search) => search.maintain(),
});
