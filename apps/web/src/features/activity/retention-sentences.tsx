import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { Named } from './subjects';

type RetentionEvent = Extract<EventName, `retention-rule:${string}`>;

export const RETENTION_SENTENCES: Sentences<RetentionEvent> = {
  'retention-rule:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the retention rule {name}
      </Trans>
    );
  },
  'retention-rule:updated': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} changed the retention rule {name}
      </Trans>
    );
  },
  'retention-rule:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the retention rule {name}
      </Trans>
    );
  },
};
