import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { Named } from './subjects';

type IntakeEvent = Extract<EventName, `intake-email:${string}` | `intake:${string}`>;

export const INTAKE_SENTENCES: Sentences<IntakeEvent> = {
  'intake:failed': ({ name: given }) => {
    if (given === undefined) return <Trans>An e-mail came in and was rejected</Trans>;
    const name = <Named name={given} />;
    return <Trans>{name} came in and was rejected</Trans>;
  },
  'intake:failure:removed': (_data, { who }) => <Trans>{who} removed something from the list of rejected files</Trans>,
  'intake-email:created': ({ emailAddress }, { who }) => {
    const address = <Named name={emailAddress} />;
    return (
      <Trans>
        {who} created the intake address {address}
      </Trans>
    );
  },
  'intake-email:updated': ({ emailAddress }, { who }) => {
    const address = <Named name={emailAddress} />;
    return (
      <Trans>
        {who} changed the intake address {address}
      </Trans>
    );
  },
  'intake-email:deleted': ({ emailAddress }, { who }) => {
    const address = <Named name={emailAddress} />;
    return (
      <Trans>
        {who} deleted the intake address {address}
      </Trans>
    );
  },
};
