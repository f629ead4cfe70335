import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { Named } from './subjects';

type IntakeEvent = Extract<EventName, `intake:${string}`>;

export const INTAKE_SENTENCES: Sentences<IntakeEvent> = {
  'intake:failed': ({ name = '' }) => {
    const subject = <Named name={name} />;
    return <Trans>{subject} came in and could not be taken</Trans>;
  },
  'intake:failure:removed': (_data, { who }) => <Trans>{who} removed a failure of the intake from the list</Trans>,
};
