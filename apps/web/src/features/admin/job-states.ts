import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { BadgeKind } from '../../components/badge';
import type { JobState } from './jobs.queries';

export const JOB_STATE_NAMES: Record<JobState, { text: MessageDescriptor; kind: BadgeKind }> = {
  waiting: { text: msg`Waiting`, kind: 'neutral' },
  active: { text: msg`Running`, kind: 'info' },
  failed: { text: msg`Failed, tried again`, kind: 'warn' },
  dead: { text: msg`Given up`, kind: 'danger' },
};
